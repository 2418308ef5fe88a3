"""Pictures of Catan: any position as one self-contained SVG, and on request as a PNG.

>>> from catanlab import Catan
>>> picture = svg(Catan(seed=1).start(), ids=True)

`save_svg` and `save_png` write it to a file; a PNG needs the extra `catanlab[pictures]`.
"""

from __future__ import annotations

from catanlab.framework.errors import PictureError
from catanlab.games.catan.draw.files import save_png, save_svg, to_png
from catanlab.games.catan.draw.picture import svg

__all__ = ["PictureError", "save_png", "save_svg", "svg", "to_png"]
