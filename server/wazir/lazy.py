"""Attributes computed when they are first read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

_Value = TypeVar("_Value")


class lazy(Generic[_Value]):  # noqa: N801
    """Decorates a method without arguments: a property that is computed once per object.

    Unlike `functools.cached_property` of Python 3.11 it holds no lock, so threads that read
    attributes of analyses that depend on each other cannot wait for each other. Two threads may
    compute the same value; both get the first.
    """

    def __init__(self, compute: Callable[[Any], _Value]) -> None:
        self._compute = compute
        self.__doc__ = compute.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[_Value]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> _Value: ...

    def __get__(self, instance: object | None, owner: type) -> lazy[_Value] | _Value:
        if instance is None:
            return self
        value: _Value = vars(instance).setdefault(self._name, self._compute(instance))
        return value


class of_text(lazy[_Value]):  # noqa: N801
    """A lazy attribute of an analysis that depends only on its text and context.

    It is computed in the analysis without a scope (*Analysis.without_scope*), which those of the
    same chunk share.
    """

    @overload
    def __get__(self, instance: None, owner: type) -> lazy[_Value]: ...

    @overload
    def __get__(self, instance: object, owner: type) -> _Value: ...

    def __get__(self, instance: object | None, owner: type) -> lazy[_Value] | _Value:
        without_scope = getattr(instance, "without_scope", None)
        if without_scope is None:
            return super().__get__(instance, owner)
        value: _Value = vars(instance).setdefault(self._name, getattr(without_scope, self._name))
        return value
