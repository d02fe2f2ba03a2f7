#!/bin/bash
# What libxml2-oracle finds, by the inputs of docs/found.md.
. "$SOURCE/tests/lib.sh"
oracle=$BUILD/subjects/libxml2-oracle
said='what was saved cannot be parsed'

# finds SIGNATURE DOCUMENT
finds() {
    printf '%b' "$2" >input
    exits 77 "$oracle" replay input
    says "^  $1"
}
finds "$said \(error 37\)" '<!DOCTYPE a [\n<!ENTITY a SYSTEM "a" NDATA a>\n<!ENTITY a "<a>a</a>">\n]>\n<a/>'
finds "$said \(error 38\)" '<!DOCTYPE a [\n<!ATTLIST a a CDATA "x &lt; y > z">\n]>\n<a/>'
finds "$said \(error 38\)" '<a xmlns="a&lt;"/>'
finds "$said \(error 65\)" '<!DOCTYPE a [\n<!ATTLIST a a ID "0">\n]>\n<a/>'
finds "saving changes a document" '<!DOCTYPE a [\n<!ATTLIST a a CDATA "tab&#9;and&#10;newline">\n]>\n<a/>'
for document in '<a/>' '<a b="x &lt; &amp; &#9; y">]]&gt;&#13;<!-- c --><?d e?><![CDATA[<]]></a>'; do
    printf '%s' "$document" >input
    exits 0 "$oracle" replay input
    says '^input: valid'
done
