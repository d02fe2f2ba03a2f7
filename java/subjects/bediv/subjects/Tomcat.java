package bediv.subjects;

import bediv.Target;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.tomcat.util.IntrospectionUtils;
import org.apache.tomcat.util.descriptor.web.ContextEjb;
import org.apache.tomcat.util.descriptor.web.ContextEnvironment;
import org.apache.tomcat.util.descriptor.web.ContextHandler;
import org.apache.tomcat.util.descriptor.web.ContextLocalEjb;
import org.apache.tomcat.util.descriptor.web.ContextResource;
import org.apache.tomcat.util.descriptor.web.ContextResourceEnvRef;
import org.apache.tomcat.util.descriptor.web.ContextService;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;
import org.apache.tomcat.util.descriptor.web.JspPropertyGroup;
import org.apache.tomcat.util.descriptor.web.LoginConfig;
import org.apache.tomcat.util.descriptor.web.MessageDestination;
import org.apache.tomcat.util.descriptor.web.MessageDestinationRef;
import org.apache.tomcat.util.descriptor.web.MultipartDef;
import org.apache.tomcat.util.descriptor.web.SecurityCollection;
import org.apache.tomcat.util.descriptor.web.SecurityConstraint;
import org.apache.tomcat.util.descriptor.web.SecurityRoleRef;
import org.apache.tomcat.util.descriptor.web.ServletDef;
import org.apache.tomcat.util.descriptor.web.SessionConfig;
import org.apache.tomcat.util.descriptor.web.TaglibDescriptorImpl;
import org.apache.tomcat.util.descriptor.web.WebXml;
import org.apache.tomcat.util.descriptor.web.WebXmlParser;
import org.xml.sax.InputSource;

/** Parses the description of a web application (web.xml). */
public final class Tomcat implements Target {
    // Tomcat looks through the methods of these classes until it finds the one that an element sets, and remembers the list.
    // The JVM lists methods in an order that depends on where names lie in memory, which is different in each JVM. So the lists
    // are made now, and sorted: Tomcat remembers the very array that it returns.
    private static final Class<?>[] SET_BY_ELEMENTS = {
        WebXml.class, ServletDef.class, MultipartDef.class, SecurityRoleRef.class, FilterDef.class, FilterMap.class,
        ContextEjb.class, ContextLocalEjb.class, ContextEnvironment.class, ContextHandler.class, ContextResource.class,
        ContextResourceEnvRef.class, ContextService.class, ErrorPage.class, JspPropertyGroup.class, LoginConfig.class,
        MessageDestination.class, MessageDestinationRef.class, SecurityCollection.class, SecurityConstraint.class,
        SessionConfig.class, TaglibDescriptorImpl.class,
    };

    public Tomcat() {
        Quiet.muteErrors();
        for (Class<?> c : SET_BY_ELEMENTS) {
            Arrays.sort(IntrospectionUtils.findMethods(c), Comparator.comparing(Method::toString));
        }
    }

    @Override
    public Verdict run(byte[] input) {
        WebXmlParser parser = new WebXmlParser(false, false, true);
        boolean success = parser.parseWebXml(new InputSource(new ByteArrayInputStream(input)), new WebXml(), false);
        return success ? Verdict.VALID : Verdict.INVALID;
    }
}
