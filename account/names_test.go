package account

import (
	"errors"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

func TestNamesThatLookAlikeHaveOneKey(t *testing.T) {
	for _, names := range [][]string{
		{"Anna", "anna", "ANNA", " Anna ", "Ａｎｎａ", "Ánnä", "Аnnа" /* Cyrillic А, а */, "An\u200bna", "Αnna" /* Greek Α */},
		{"paypal", "раураl" /* Cyrillic р, а, у */, "PayPaI", "paypa1", "рaypa|"},
		{"Zoo", "Z00", "ZОО", "zoο"},
		{"Bill", "BiII", "bi1l", "Вill"},
		{"corner", "comer"},
		{"vvind", "wind"},
		{"straße", "STRASSE"},
		{"ロロ", "口口"},
		{"カ", "力"},
		{"リん", "りん"},
		{"한글", "\u1112\u1161\u11ab\u1100\u1173\u11af" /* of single letters */},
		{"x-y", "x–y", "xーy"},
		{"two words", "two  words", "two\u00a0words"},
	} {
		for _, name := range names[1:] {
			if Key(name) != Key(names[0]) {
				t.Errorf("%q has the key %q, %q has %q", name, Key(name), names[0], Key(names[0]))
			}
		}
	}
}

func TestNamesThatDifferHaveTheirOwnKeys(t *testing.T) {
	names := []string{
		"Anna", "Anne", "Hanna", "Anna 2", "Anna 3", "かき", "がき", "はは", "ぱぱ", "한글", "항글", "조이", "Zoe", "Андрей", "김", "金", "7", "",
		"two words", "twowords",
	}
	seen := map[string]string{}
	for _, name := range names {
		if other, taken := seen[Key(name)]; taken {
			t.Errorf("%q and %q have one key, %q", name, other, Key(name))
		}
		seen[Key(name)] = name
	}
}

func TestNamesThatAnAccountMayNotHave(t *testing.T) {
	reserved := map[string]bool{Key("Machine"): true, Key("관리자"): true}
	for name, want := range map[string]error{
		"Anna": nil, "Ze'ev ben-Ami 3": nil, "김철수 Kim": nil, "山田 Taro たろう": nil, "Анна": nil, "Άννα": nil, "7": nil, "안나 金": nil, "🌸Zoe": nil,
		"": ErrEmptyName, "🌸": ErrEmptyName, "-": ErrEmptyName, "\u0301": ErrEmptyName,
		"Аnna": ErrMixedName, "annα": ErrMixedName, "Анна 김": ErrMixedName,
		"machine": ErrReservedName, "MACHlNE": ErrReservedName, "관리자": ErrReservedName, "Масhіnе": ErrMixedName,
	} {
		if err := checkName(name, reserved); !errors.Is(err, want) || (want == nil && err != nil) {
			t.Errorf("%q: %v, want %v", name, err, want)
		}
	}
}

func TestEveryLookalikeIsReached(t *testing.T) {
	seen := map[rune]bool{}
	for _, row := range alike {
		for _, r := range row.these {
			if seen[r] {
				t.Errorf("%q stands twice", r)
			}
			seen[r] = true
			if folded := norm.NFD.String(cases.Fold().String(norm.NFKC.String(string(r)))); folded != string(r) {
				t.Errorf("%q is never met: it is folded to %q", r, folded)
			}
			if Key(string(r)) != Key(row.as) {
				t.Errorf("%q has the key %q, %q has %q", r, Key(string(r)), row.as, Key(row.as))
			}
		}
	}
}

func FuzzKey(f *testing.F) {
	for _, name := range []string{"Anna", "раураl", "mw", "ΰ", "ß", "\xff", "ﬃ", "İ", "ｶﾞ", "\u1fb3", "e\u0301\u0327", "ꮱᎱ" /* Cherokee */} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		key := Key(name)
		if !utf8.ValidString(key) {
			t.Errorf("the key %q of %q is no text", key, name)
		}
		if again := Key(key); again != key {
			t.Errorf("the key of %q is %q, and its own %q", name, key, again)
		}
		for _, same := range []string{norm.NFC.String(name), norm.NFD.String(name), norm.NFKD.String(name), " " + name + "\u200b"} {
			if utf8.ValidString(name) && Key(same) != key {
				t.Errorf("%q has the key %q, and %q has %q", name, key, same, Key(same))
			}
		}
	})
}
