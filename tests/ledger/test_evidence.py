import pytest

from formsapp.ledger.evidence import dump, shape_of


def test_evidence_is_ascii_and_keeps_its_order() -> None:
    assert dump({"b": "é\u2028\0", "a": 1}) == '{"b":"\\u00e9\\u2028\\u0000","a":1}'


def test_evidence_is_strict_json() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        dump(float("nan"))


def test_a_shape_has_no_values() -> None:
    value = {"name": "Ada", "ages": [1, 2.5, True, None], "empty": [], "deep": {"x": "secret"}}
    assert shape_of(value) == {
        "name": "string of 3",
        "ages": ["integer", "number", "boolean", "null"],
        "empty": "array of 0",
        "deep": {"x": "string of 6"},
    }


def test_a_shape_is_bounded() -> None:
    deep: object = "x"
    for _ in range(2000):
        deep = [deep]
    assert len(str(shape_of(deep))) < 200
    assert len(str(shape_of({str(n) * 50: n for n in range(5000)}))) < 5000
