"""One diagnostic at each place: which one is shown, and which become related information of it."""

from __future__ import annotations

from wazir.diagnostics import Code, Diagnostic, Fix, Related, Severity, merged
from wazir.text import Edit, Span

PLACE = Span(4, 8)


def diagnostic(severity: Severity, span: Span = PLACE, edit: Span | None = None) -> Diagnostic:
    """A diagnostic with a fix that changes a span, if there is one."""
    fixes = (Fix("Write `x`", (Edit(edit, "x"),), safe=True),) if edit else ()
    return Diagnostic(
        Code(f"{severity.name.lower()}", severity, ""), span, f"{severity.name} {span.start}", fixes
    )


def test_the_error_of_three_is_shown() -> None:
    """The others are its related information, with their places and messages."""
    hint, error, warning = (
        diagnostic(severity) for severity in (Severity.HINT, Severity.ERROR, Severity.WARNING)
    )

    (shown,) = merged([hint, error, warning])

    assert (shown.code, shown.span, shown.message) == (error.code, PLACE, error.message)
    assert shown.related == (Related(PLACE, "WARNING 4"), Related(PLACE, "HINT 4"))


def test_of_two_errors_the_one_with_a_fix_is_shown() -> None:
    """It has a way out."""
    plain, fixed = diagnostic(Severity.ERROR), diagnostic(Severity.ERROR, edit=PLACE)

    (shown,) = merged([plain, fixed])

    assert shown.fixes == fixed.fixes


def test_a_fix_elsewhere_is_another_mistake() -> None:
    """Two brackets that are missing behind one word are two diagnostics."""
    behind = Span(8, 8)

    assert (
        len(
            merged(
                [
                    diagnostic(Severity.WARNING, edit=behind),
                    diagnostic(Severity.WARNING, edit=behind),
                ]
            )
        )
        == 2
    )
    assert len(merged([diagnostic(Severity.ERROR), diagnostic(Severity.WARNING, edit=behind)])) == 2


def test_a_remark_whose_fix_ends_where_the_error_ends_is_related() -> None:
    """The fix changes nothing but what the error is about, which one that only inserts does not."""
    remarks = [diagnostic(Severity.HINT, Span(6, 8), Span(start, 8)) for start in (6, 8)]

    assert [len(merged([diagnostic(Severity.ERROR), remark])) for remark in remarks] == [1, 2]


def test_a_remark_on_a_part_of_an_error_is_related() -> None:
    """But a warning or an error there is not."""
    error = diagnostic(Severity.ERROR)
    inside = Span(5, 6)

    (shown,) = merged([error, diagnostic(Severity.HINT, inside)])
    assert shown.related == (Related(inside, "HINT 5"),)
    assert len(merged([error, diagnostic(Severity.WARNING, inside)])) == 2
    assert len(merged([error, diagnostic(Severity.ERROR, inside)])) == 2
    assert len(merged([error, diagnostic(Severity.HINT, Span(5, 9))])) == 2


def test_they_stand_in_the_order_of_places() -> None:
    """Whatever order they were found in."""
    diagnostics = [diagnostic(Severity.ERROR, Span(start, start + 1)) for start in (7, 2, 5)]

    assert [kept.span.start for kept in merged(diagnostics)] == [2, 5, 7]
