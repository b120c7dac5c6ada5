"""The part of an ONNX graph that some of its outputs need: what nobody asks for is not computed.

onnxruntime runs every node of a graph whatever outputs are asked for, so the others are taken out before.
Only the few fields of the format that this needs are declared; all others pass through as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from google.protobuf import descriptor_pb2, descriptor_pool, message_factory

from meadow.errors import UnknownIdError

#: Message -> field -> its number in onnx.proto, the message that it holds (none: text), and whether many.
_FIELDS: dict[str, dict[str, tuple[int, str, bool]]] = {
    "Value": {"name": (1, "", False)},
    "Node": {"input": (1, "", True), "output": (2, "", True)},
    "Graph": {"node": (1, "Node", True), "output": (12, "Value", True)},
    "Model": {"graph": (7, "Graph", False)},
}


def part_of(model: bytes, outputs: Sequence[str]) -> bytes:
    """The model with these outputs alone, and the nodes that lead to them.

    Graphs without branches and loops: what a nested graph reads from outside is not followed.
    """
    whole = _model_class().FromString(model)
    graph = whole.graph
    known = [value.name for value in graph.output]
    for name in outputs:
        if name not in known:
            raise UnknownIdError("output", name, known)
    needed, kept = set(outputs), []
    for node in reversed(graph.node):  # a graph is sorted: users come after what they use
        if needed.intersection(node.output):
            needed.update(node.input)
            kept.append(node)
    _replace(graph.node, kept[::-1])
    _replace(graph.output, [value for value in graph.output if value.name in outputs])
    part: bytes = whole.SerializeToString()
    return part


def _replace(field: Any, items: list[Any]) -> None:
    copies = [type(item).FromString(item.SerializeToString()) for item in items]
    del field[:]
    field.extend(copies)


@cache
def _model_class() -> Any:
    file = descriptor_pb2.FileDescriptorProto(name="meadow/onnx_part.proto", package="meadow.onnx")
    Field = descriptor_pb2.FieldDescriptorProto
    for message, fields in _FIELDS.items():
        declared = file.message_type.add(name=message)
        for field, (number, held, many) in fields.items():
            declared.field.add(
                name=field,
                number=number,
                label=Field.LABEL_REPEATED if many else Field.LABEL_OPTIONAL,
                type=Field.TYPE_MESSAGE if held else Field.TYPE_STRING,
                type_name=f".meadow.onnx.{held}" if held else None,
            )
    pool = descriptor_pool.DescriptorPool()
    pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName("meadow.onnx.Model"))
