"""Builds a wheel with nothing but Python: `python3 build.py FOLDER VERSION`."""

import base64
import hashlib
import json
import pathlib
import sys
import zipfile

here = pathlib.Path(__file__).parent
into, version = pathlib.Path(sys.argv[1]), sys.argv[2]
names = json.loads((here.parent / "names.json").read_text())["pypi"]
distribution, module = names["distribution"], names["module"]

METADATA = f"""\
Metadata-Version: 2.4
Name: {distribution}
Version: {version}
Summary: Lets a program ask people through an Agent Inbox, and wait for their answers.
License-Expression: MIT
License-File: LICENSE
Requires-Python: >=3.10
Description-Content-Type: text/markdown

{(here / "README.md").read_text("utf-8")}"""

WHEEL = """\
Wheel-Version: 1.0
Generator: agent-inbox
Root-Is-Purelib: true
Tag: py3-none-any
"""

stem = f"{distribution.replace('-', '_')}-{version}"
info = f"{stem}.dist-info"
files = {f"{module}/{path.name}": path.read_bytes() for path in sorted((here / "src").iterdir()) if path.is_file()}
files[f"{info}/METADATA"] = METADATA.encode()
files[f"{info}/WHEEL"] = WHEEL.encode()
files[f"{info}/licenses/LICENSE"] = (here.parent.parent / "LICENSE").read_bytes()


def recorded(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}"


record = [recorded(name, content) for name, content in files.items()]
files[f"{info}/RECORD"] = "\n".join([*record, f"{info}/RECORD,,", ""]).encode()

archive = into / f"{stem}-py3-none-any.whl"
with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as wheel:
    for name, content in files.items():
        # Without a date of its own, two builds are the same.
        entry = zipfile.ZipInfo(name)
        entry.external_attr = 0o644 << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, content)
print(archive)
