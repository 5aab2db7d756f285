# SPDX-License-Identifier: Apache-2.0
"""FMUs for tests: descriptions, binaries and archives, without Catenary."""
import pathlib
import subprocess
import zipfile

TOKEN = "{the token}"
LAMPS = ("RED", "RED_YELLOW", "GREEN", "YELLOW", "FLASHING")
FOLDERS = {2: "binaries/linux64", 3: "binaries/x86_64-linux"}
SOURCE = pathlib.Path(__file__).parent / "fmu" / "unit.c"

# Name, causality, type of FMI 2, type of FMI 3.
CROSSING = (("in.button", "input", "Boolean", "Boolean"),
            ("in.lamp_fault", "input", "Boolean", "Boolean"),
            ("in.repaired", "input", "Boolean", "Boolean"),
            ("l.cars", "output", "Enumeration", "Enumeration"),
            ("l.pedestrians", "output", "Integer", "UInt8"),
            ("l.wait_light", "output", "Boolean", "Boolean"))


def variable(fmi, name, reference, causality, kind, inside=""):
    start = ' start="0"' if causality in ("input", "parameter") else ""
    if kind == "Enumeration":
        start += ' declaredType="lamps"'
    common = (f'name="{name}" valueReference="{reference}" '
              f'causality="{causality}" variability="discrete"')
    if fmi == 2:
        return f"<ScalarVariable {common}><{kind}{start}/></ScalarVariable>"
    return f"<{kind} {common}{start}>{inside}</{kind}>"


def variables(fmi, rows=CROSSING):
    return "\n".join(variable(fmi, row[0], i, row[1], row[fmi])
                     for i, row in enumerate(rows))


def description(fmi, inside=None, token=TOKEN, experiment="", unit="",
                identifier="unit"):
    items = "".join(f'<Item name="{n}" value="{i}"/>'
                    for i, n in enumerate(LAMPS))
    if fmi == 2:
        head, types = "guid", ('<SimpleType name="lamps"><Enumeration>'
                               f"{items}</Enumeration></SimpleType>")
    else:
        head, types = "instantiationToken", (
            f'<EnumerationType name="lamps">{items}</EnumerationType>')
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n'
            f'<fmiModelDescription fmiVersion="{fmi}.0" modelName="crossing" '
            f'{head}="{token}">\n'
            f'<CoSimulation modelIdentifier="{identifier}" {unit}/>\n'
            f"<TypeDefinitions>{types}</TypeDefinitions>\n{experiment}\n"
            f"<ModelVariables>\n{inside or variables(fmi)}\n</ModelVariables>\n"
            f"<ModelStructure/>\n</fmiModelDescription>\n")


def library(cc, folder, fmi, include, *flags):
    """The bytes of the crossing as a binary."""
    path = pathlib.Path(folder) / "built.so"
    subprocess.run([cc, "-shared", "-fPIC", "-fvisibility=hidden", "-w",
                    f"-DFMI={fmi}", f"-I{include}", *flags, "-o", str(path),
                    str(SOURCE)], check=True)
    return path.read_bytes()


def pack(path, entries):
    """Writes an archive of (name or ZipInfo, content)."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, content in entries:
            out.writestr(name, content, zipfile.ZIP_DEFLATED)
    return path


def unit(path, fmi, binary, xml=None):
    return pack(path, [("modelDescription.xml", xml or description(fmi)),
                       (f"{FOLDERS[fmi]}/unit.so", binary)])
