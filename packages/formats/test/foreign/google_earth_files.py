"""KML and KMZ as Google Earth and similar programs write them, built from the published schema (OGC 12-007r2 and the gx extensions)."""
import io
import os
import zipfile
from recipes import recipe
from sources import coordinates_of

NAMESPACES = 'xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2" xmlns:kml="http://www.opengis.net/kml/2.2" xmlns:atom="http://www.w3.org/2005/Atom"'
STYLES = """\t<gx:CascadingStyle kml:id="__managed_style_1">
\t\t<Style><IconStyle><scale>1.2</scale><Icon><href>https://example.com/icon.png?id=1&amp;scale=4</href></Icon><hotSpot x="64" y="128" xunits="pixels" yunits="insetPixels"/></IconStyle><PolyStyle><color>40ffffff</color></PolyStyle></Style>
\t</gx:CascadingStyle>
\t<StyleMap id="msn_ylw"><Pair><key>normal</key><styleUrl>#sn</styleUrl></Pair><Pair><key>highlight</key><styleUrl>#sh</styleUrl></Pair></StyleMap>
\t<Style id="sn"><BalloonStyle><text><![CDATA[<b>$[name]</b><br/>$[description] ]]> <coordinates>]]></text></BalloonStyle></Style>
\t<Style id="sh"><LineStyle><color>ff00ff00</color><width>2</width></LineStyle></Style>
""".replace(" ]]> <coordinates>]]>", " ]]>")
OTHERS = """\t<!-- <Placemark><Polygon> in a comment -->
\t<?target an instruction?>
\t<NetworkLink><name>link</name><Link><href>http://127.0.0.1:1/never.kml</href><refreshMode>onInterval</refreshMode></Link></NetworkLink>
\t<GroundOverlay><name>overlay</name><Icon><href>files/a.png</href></Icon><LatLonBox><north>1</north><south>0</south><east>1</east><west>0</west><rotation>5</rotation></LatLonBox></GroundOverlay>
\t<GroundOverlay><gx:LatLonQuad><coordinates>0,0 1,0 1,1 0,1</coordinates></gx:LatLonQuad></GroundOverlay>
\t<ScreenOverlay><overlayXY x="0" y="1" xunits="fraction" yunits="fraction"/></ScreenOverlay>
\t<PhotoOverlay><Camera><longitude>1</longitude></Camera><Point><coordinates>1,1</coordinates></Point></PhotoOverlay>
\t<Placemark><name>way</name><gx:Track><when>2010-05-28T02:02:09Z</when><gx:coord>-122.2 37.3 156</gx:coord></gx:Track></Placemark>
\t<Placemark><name>house</name><Model id="m"><altitudeMode>relativeToGround</altitudeMode><Location><longitude>1</longitude><latitude>2</latitude></Location><Link><href>files/house.dae</href></Link></Model></Placemark>
\t<Placemark><name>nothing</name></Placemark>
\t<gx:Tour><gx:Playlist><gx:FlyTo><gx:duration>5</gx:duration><LookAt><longitude>1</longitude></LookAt></gx:FlyTo><gx:AnimatedUpdate><Update><targetHref/><Change><Placemark targetId="p0"><visibility>0</visibility></Placemark></Change></Update></gx:AnimatedUpdate></gx:Playlist></gx:Tour>
"""


def document(fault, space=" ", tail=" ", comma=",", altitude=",0", section="", layout="\n"):
    """A Google Earth document with every feature of the set. `section` wraps the text of each ring."""
    opening, closing = (section.split("%") if section else ("", ""))

    def ring(points):
        numbers = space.join(comma.join(repr(ordinate) for ordinate in point) + altitude for point in points)
        return f"<LinearRing>{layout}<coordinates>{opening}{tail}{numbers}{tail}{closing}</coordinates>{layout}</LinearRing>"

    def polygon(rings, number):
        holes = "".join(f"{layout}<innerBoundaryIs>{ring(hole)}</innerBoundaryIs>" for hole in rings[1:])
        return f'<Polygon id="g{number}">{layout}<tessellate>1</tessellate>{layout}<outerBoundaryIs>{ring(rings[0])}</outerBoundaryIs>{holes}{layout}</Polygon>'

    placemarks = ""
    for number, rings in enumerate(coordinates_of("Polygon", fault)[:-1]):
        shape = polygon(rings, number)
        if number % 3 == 1:
            shape = f"<MultiGeometry>{layout}{shape}{layout}<Point><coordinates>-50,-10{altitude}</coordinates></Point>{layout}</MultiGeometry>"
        placemarks += f"""\t<Placemark id="p{number}">
\t\t<name>Área nº {number} &amp; &#x201C;mais&#x201D;</name>
\t\t<Snippet maxLines="0"></Snippet>
\t\t<description><![CDATA[<table><tr><td>x < y && "z"</td></tr></table><coordinates>1,1</coordinates>]]></description>
\t\t<LookAt><longitude>-47.9</longitude><latitude>-15.9</latitude><gx:altitudeMode>relativeToSeaFloor</gx:altitudeMode></LookAt>
\t\t<Region><LatLonAltBox><north>1</north><south>0</south><east>1</east><west>0</west></LatLonAltBox><Lod><minLodPixels>128</minLodPixels></Lod></Region>
\t\t<styleUrl>#msn_ylw</styleUrl>
\t\t<ExtendedData><Data name="car"><displayName>CAR</displayName><value>DF-{number}</value></Data><SchemaData schemaUrl="#s"><SimpleData name="area">{number}.5</SimpleData></SchemaData></ExtendedData>
\t\t{shape}
\t</Placemark>
"""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<kml {NAMESPACES}>
<Document>
\t<name>São João.kml</name>
\t<atom:author><atom:name>João</atom:name></atom:author>
\t<Schema name="s" id="s"><SimpleField type="double" name="area"/></Schema>
{STYLES}<Folder>
\t<name>Parcelas</name>
\t<open>1</open>
{placemarks}</Folder>
{OTHERS}</Document>
</kml>
"""


def write(title, text_of, encode=lambda text: text.encode("utf-8"), pack=None):
    def make(folder, fault):
        content = encode(text_of(fault))
        name = "São João.kml" if pack is None else "São João.kmz"
        with open(os.path.join(folder, name), "wb") as out:
            out.write(content if pack is None else pack(content))

    recipe("Google Earth style", f"Google Earth style: {title}", make, True)


def archive(*entries, comment=b"", streamed=False):
    """An archive with the KML in entries whose data is None, and the given bytes in the others; each entry has a time and a comment."""
    def pack(content):
        target = io.BytesIO()
        # For a target that cannot seek, zipfile writes sizes after the data, like programs that write to a network.
        stream = Unseekable(target) if streamed else target
        with zipfile.ZipFile(stream, "w") as out:
            for number, (name, data, method) in enumerate(entries):
                entry = zipfile.ZipInfo(name, (2013, 5, 1 + number, 10, 20, 30))
                entry.compress_type = method
                entry.external_attr = 0o644 << 16
                entry.comment = b"note" if number else b""
                out.writestr(entry, content if data is None else data)
            out.comment = comment
        return target.getvalue()

    return pack


class Unseekable(io.RawIOBase):
    def __init__(self, target):
        super().__init__()
        self.target = target

    def writable(self):
        return True

    def write(self, data):
        return self.target.write(data)


def google_earth():
    declared = lambda name: (lambda text: text.replace('encoding="UTF-8"', f'encoding="{name}"'))
    write("as it is", document)
    write("three tabs and a line end", lambda fault: document(fault, tail="\n\t\t\t\t"))
    write("a line for each tuple", lambda fault: document(fault, space="\n          ", tail="\n        "))
    write("Windows line ends", lambda fault: document(fault).replace("\n", "\r\n"))
    write("on one line", lambda fault: document(fault, layout="", tail="").replace("\n", "").replace("\t", ""))
    write("without altitude", lambda fault: document(fault, altitude=""))
    write("commas followed by blanks", lambda fault: document(fault, comma=", ", altitude=", 0", space="\n"))
    write("a comma behind each tuple", lambda fault: document(fault, space=",\n", altitude=",0"))
    write("no-break spaces", lambda fault: document(fault, space="\u00a0 "))
    write("CDATA around coordinates", lambda fault: document(fault, section="<![CDATA[%]]>"))
    write("a comment before coordinates", lambda fault: document(fault, section="<!-- ring -->%<!-- end -->"))
    write("byte order mark", document, lambda text: text.encode("utf-8-sig"))
    for label in ("utf-16-le", "utf-16-be"):
        write(label, lambda fault: "\ufeff" + declared("UTF-16")(document(fault)), lambda text, label=label: text.encode(label))
    for label, codec in (("ISO-8859-1", "latin-1"), ("windows-1252", "cp1252")):
        write(label, lambda fault, label=label: declared(label)(document(fault)), lambda text, codec=codec: text.encode(codec))
    for version in ("http://earth.google.com/kml/2.0", "http://earth.google.com/kml/2.1", "http://earth.google.com/kml/2.2", "http://www.opengis.net/kml/2.3"):
        write(version, lambda fault, version=version: document(fault).replace('xmlns="http://www.opengis.net/kml/2.2"', f'xmlns="{version}"'))
    write("without namespace", lambda fault: document(fault).replace(' xmlns="http://www.opengis.net/kml/2.2"', "").replace(' xmlns="', ' xmlns:old="'))
    write("without declaration", lambda fault: document(fault).split("\n", 1)[1])
    deflated, stored = zipfile.ZIP_DEFLATED, zipfile.ZIP_STORED
    picture = ("files/a.png", b"\x89PNG" + bytes(range(256)) * 40, stored)
    model = ("files/house.dae", b"<COLLADA/>" * 500, deflated)
    write("KMZ", document, pack=archive(("doc.kml", None, deflated), picture, model))
    write("KMZ with the KML last and under another name", document, pack=archive(picture, model, ("São João.KML", None, deflated)))
    write("KMZ stored", document, pack=archive(("doc.kml", None, stored), model))
    write("KMZ with folders and a comment", document, pack=archive(("files/", b"", stored), ("doc.kml", None, deflated), picture, comment="çã".encode()))
    write("KMZ with sizes behind the data", document, pack=archive(("doc.kml", None, deflated), model, streamed=True))
    write("KMZ in UTF-16", lambda fault: "\ufeff" + declared("UTF-16")(document(fault)), lambda text: text.encode("utf-16-le"), archive(("doc.kml", None, deflated)))
