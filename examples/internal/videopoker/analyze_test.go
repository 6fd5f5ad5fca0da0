package videopoker_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

// published are the tables of the Wizard of Odds page "Video Poker (Encrypted
// Version)" in the columns event, pays, combinations, probability and return.
var published = map[string]string{
	"jacks": `
Royal Flush      500        34706466  0.000021  0.010447
Straight Flush    75       184178161  0.000111  0.008316
Four of a Kind    20      3924486891  0.002363  0.047252
Full House         9     19115939799  0.011508  0.103572
Flush              6     19427500088  0.011696  0.070173
Straight           4     18354238557  0.011049  0.044198
Three of a Kind    3    123573760275  0.074393  0.223178
Two Pair           2    214462314819  0.129108  0.258217
Jacks or Better    1    356047418052  0.214344  0.214344
All Other          0    905977999992  0.545408  0.000000
Totals             0   1661102543100  1.000000  0.979696
`,
	"tens": `
Royal Flush      500        38106048  0.000023  0.011470
Straight Flush    75       187838625  0.000113  0.008481
Four of a Kind    22      3915577076  0.002357  0.051859
Full House         6     19084542744  0.011489  0.068934
Flush              5     18600477537  0.011198  0.055988
Straight           4     20611548487  0.012408  0.049633
Three of a Kind    3    123201590075  0.074169  0.222506
Two Pair           2    213933852009  0.128790  0.257581
Tens or Better     1    420598763532  0.253205  0.253205
All Other          0    840930246967  0.506248  0.000000
Totals             0   1661102543100  1.000000  0.979657
`,
	"bonus": `
Royal Flush      500        35737262  0.000022  0.010757
Straight Flush    45       172191438  0.000104  0.004665
Four Aces         70       325566459  0.000196  0.013720
Four 2s, 3s, 4s   35       875937305  0.000527  0.018456
Four 5s thru Ks   25      2725708639  0.001641  0.041023
Full House         8     19133720127  0.011519  0.092149
Flush              5     18714893725  0.011267  0.056333
Straight           4     18432640328  0.011097  0.044387
Three of a Kind    3    123733729692  0.074489  0.223467
Two Pair           2    214762339278  0.129289  0.258578
Jacks or Better    1    358572571638  0.215864  0.215864
All Other          0    903617507209  0.543987  0.000000
Totals             0   1661102543100  1.000000  0.979398
`,
}

// TestAnalyze also shows that the counts divide by 12, or Analyze would panic.
func TestAnalyze(t *testing.T) {
	a := videopoker.NewAnalyzer()
	for short, want := range published {
		table, ok := videopoker.Lookup(short)
		if !ok {
			t.Fatalf("no table %s", short)
		}
		analysis := a.Analyze(table)
		var got strings.Builder
		got.WriteString("\n")
		for _, l := range append(analysis.Lines, analysis.Totals) {
			fmt.Fprintf(&got, "%-15s %4d %15d %9.6f %9.6f\n", l.Name, l.Pays, l.Combinations, l.Probability, l.Return)
		}
		if diff := cmp.Diff(want, got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", table.Name, diff)
		}
	}
}
