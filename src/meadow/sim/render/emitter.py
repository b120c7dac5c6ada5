"""Writes the machine code of the renderer's vectors, of 16 pixels at once.

The kernels inline this. Numba's disk cache looks at their file only: after a change here, delete its
cached ``*.nbi`` files.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from llvmlite import ir
from numba.core.base import BaseContext
from numba.core.typing import Signature

LANES = 16
"""Pixels that are worked on at once."""

BYTE, WORD, INT, FLOAT = ir.IntType(8), ir.IntType(16), ir.IntType(32), ir.FloatType()

Emit = Callable[[BaseContext, ir.IRBuilder, Signature, Sequence[ir.Value]], ir.Value]
"""Writes the code of an intrinsic."""


class Emitter:
    """Writes the code of an intrinsic that works on vectors.

    Vectors of 16 lanes become one, two or four registers, as the CPU has them; each lane does the
    same IEEE operations on all of them.
    """

    def __init__(
        self,
        context: BaseContext,
        builder: ir.IRBuilder,
        signature: Signature,
        args: Sequence[ir.Value],
    ) -> None:
        self.context, self.builder, self.kinds, self.args = context, builder, signature.args, args

    def at(self, array: int, index: ir.Value, element: ir.Type, lanes: int = LANES) -> ir.Value:
        """Pointer to the lanes that begin at an index of the array argument of that number."""
        made = self.context.make_array(self.kinds[array])
        data = made(self.context, self.builder, self.args[array]).data
        kind = ir.VectorType(element, lanes)
        return self.builder.bitcast(self.builder.gep(data, [index]), kind.as_pointer())

    def splat(self, value: ir.Value, lanes: int = LANES) -> ir.Value:
        """The same value in all lanes."""
        nothing = ir.Constant(ir.VectorType(value.type, lanes), ir.Undefined)
        first = self.builder.insert_element(nothing, value, ir.Constant(INT, 0))
        return self.builder.shuffle_vector(first, nothing, constants(INT, [0] * lanes))

    def unpacked(self, argument: int) -> list[ir.Value]:
        """The elements of a tuple argument, each in all lanes."""
        packed, places = self.args[argument], range(self.kinds[argument].count)
        return [self.splat(self.builder.extract_value(packed, i)) for i in places]

    def load(self, pointer: ir.Value) -> ir.Value:
        """Read lanes, without asking for more alignment than an element has."""
        return self.builder.load(pointer, align=1)

    def store(self, value: ir.Value, pointer: ir.Value) -> None:
        """Write lanes, without asking for more alignment than an element has."""
        self.builder.store(value, pointer, align=1)


def constants(element: ir.Type, values: Sequence[float]) -> ir.Constant:
    """A vector whose lanes have these values, known when the code is compiled."""
    return ir.Constant(ir.VectorType(element, len(values)), list(values))


def vectorised(emit: Callable[[Emitter], None]) -> Emit:
    """An intrinsic without a result whose code ``emit`` writes with an ``Emitter``."""

    def code(
        context: BaseContext,
        builder: ir.IRBuilder,
        signature: Signature,
        args: Sequence[ir.Value],
    ) -> ir.Value:
        emit(Emitter(context, builder, signature, args))
        return context.get_dummy_value()

    return code
