package account

// alike are characters that a reader may take for another, folded to lower case and without accents, after what they are
// taken for. Letters stand together that are drawn alike in either case.
var alike = []struct{ as, these string }{
	// Latin, its two digits that are letters to the eye, and the letters of other alphabets.
	{"a", "аαɑ"},
	{"b", "вβьʙ"},
	{"c", "сᴄ"},
	{"d", "ԁɗ"},
	{"e", "еєεҽ"},
	{"f", "ƒ"},
	{"g", "ɡց"},
	{"h", "нһհ"},
	{"j", "јϳ"},
	{"k", "кκĸ"},
	{"l", "1iіιıӏǀ|ɩ∣"},
	{"m", "м"},
	{"n", "пηո"},
	{"o", "0оοσօ○〇"},
	{"p", "рρ"},
	{"q", "ԛգ"},
	{"r", "гᴦ"},
	{"s", "ѕꜱ"},
	{"t", "тτ"},
	{"u", "υսᴜμ"},
	{"v", "ѵνᴠ"},
	{"w", "ѡωшԝɯ"},
	{"x", "хχ×"},
	{"y", "уүγ"},
	{"z", "ζᴢ"},
	{"ae", "æӕ"},
	{"oe", "œ"},
	{"3", "зэӡʒ"},
	{"4", "ч"},
	{"6", "бƅ"},
	{"8", "ȣ"},

	// Beside each other they are drawn as one.
	{"rn", "m"},
	{"vv", "w"},

	// Kana that are drawn like other kana or like Chinese characters.
	{"へ", "ヘ"},
	{"り", "リ"},
	{"口", "ロ囗"},
	{"二", "ニ"},
	{"工", "エ"},
	{"力", "カ"},
	{"夕", "タ"},
	{"卜", "ト"},
	{"八", "ハ"},
	{"千", "チ"},
	{"才", "オ"},

	// Signs.
	{"-", "ー一―—–‐−"},
	{"'", "’‘ʹʼ′"},
	{".", "・·•‧"},
}

// lookalikes is alike, by character.
var lookalikes = func() map[rune]string {
	table := map[rune]string{}
	for _, row := range alike {
		for _, r := range row.these {
			table[r] = row.as
		}
	}
	return table
}()
