package bediv.subjects;

import bediv.Target;
import java.io.ByteArrayInputStream;
import org.apache.tomcat.util.descriptor.web.WebXml;
import org.apache.tomcat.util.descriptor.web.WebXmlParser;
import org.xml.sax.InputSource;

/** Parses the description of a web application (web.xml). */
public final class Tomcat implements Target {
    public Tomcat() {
        Quiet.muteErrors();
    }

    @Override
    public Verdict run(byte[] input) {
        WebXmlParser parser = new WebXmlParser(false, false, true);
        boolean success = parser.parseWebXml(new InputSource(new ByteArrayInputStream(input)), new WebXml(), false);
        return success ? Verdict.VALID : Verdict.INVALID;
    }
}
