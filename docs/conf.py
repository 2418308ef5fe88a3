"""Settings of Sphinx for the documentation: `make docs` builds it into build/docs."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "src")]
# Sphinx would load the stubs in place of the native modules, whose docstrings are the documentation.
os.environ["SPHINX_AUTODOC_IGNORE_NATIVE_MODULE_TYPE_STUBS"] = "1"

from catanlab import __version__  # noqa: E402

project = "catanlab"
author = "catanlab contributors"
copyright = author
release = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "tools.docs.sphinx_pages"]
exclude_patterns = ["pictures"]
myst_heading_anchors = 4
autodoc_member_order = "bysource"
autodoc_typehints = "signature"

html_theme = "furo"
html_title = "catanlab"
html_favicon = "../src/catanlab/server/page/icon.svg"
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#9a3412", "color-brand-content": "#9a3412"},
    "dark_css_variables": {"color-brand-primary": "#fdba74", "color-brand-content": "#fdba74"},
}
html_show_sphinx = False
