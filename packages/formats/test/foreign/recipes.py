"""A recipe makes one dataset in its own folder. `recipe` registers it; the program it needs may be missing on a machine."""
from dataclasses import dataclass
from typing import Callable

FAULTY = True


@dataclass
class Recipe:
    name: str
    program: str
    make: Callable[[str, str], None]
    """Called with the folder and the fault."""
    faulty: bool
    """Whether it can be made with a fault in one feature."""


RECIPES: list[Recipe] = []


def recipe(program, name, make, faulty=False):
    RECIPES.append(Recipe(name, program, make, faulty))
