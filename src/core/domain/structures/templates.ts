/**
 * The forty-eight structures of conventions 9, as data, in the buyer's form.
 *
 * Where the negation of one template is another, bought, the latter's name is given (recognition tries the pattern as
 * bought first):
 *
 * | Sold               | is, bought          | and the latter sold |
 * |--------------------|---------------------|---------------------|
 * | 6 call ratio 1x2   | 11 call backspread  | is 6 bought         |
 * | 8 put ratio 1x2    | 12 put backspread   | is 8 bought         |
 * | 20 covered call    | 23 protective call  | is 20 bought        |
 * | 21 covered put     | 22 protective put   | is 21 bought        |
 * | 25 conversion      | 26 reversal         | is 25 bought        |
 *
 * Overlaps of patterns, decided by the constraint or by the more special name: 29, 30 (equal wings) before 31
 * (unequal); 4-9, 11, 12 before 10 (any other ratio); the inverses of 7 and 9 are 7 and 9 sold ("backspread 1x3"). 32
 * has ratios 1:-3:2 whatever the distances of its strikes. 46 is double calendar where both strikes stay, double
 * diagonal where both move; where one moves it is a calendar and a diagonal.
 */
import {
  type StructureTemplate,
  type TemplateForm,
  type View,
  call,
  constrained,
  form,
  named,
  put,
  underlying,
} from './template.ts'

/** Puts P_T1 at a, P_T2 at b, calls C_T1 at c, C_T2 at d: strangle sold at T1, strangle bought at T2. */
const doubleDiagonal = (a: 1 | 2 | 3, b: 1 | 2 | 3, c: 2 | 3 | 4, d: 2 | 3 | 4): TemplateForm =>
  named(
    'double diagonal',
    form(put(-1, `K${a}`, 'T1'), call(-1, `K${c}`, 'T1'), put(1, `K${b}`, 'T2'), call(1, `K${d}`, 'T2')),
  )

type Rare = Partial<Pick<StructureTemplate, 'soldName' | 'code' | 'winged'>>

const structure = (
  number: number,
  name: string,
  view: View,
  forms: readonly TemplateForm[],
  rare: Rare = {},
): StructureTemplate => ({ number, name, soldName: `short ${name}`, view, forms, ...rare })

export const templates: readonly StructureTemplate[] = [
  structure(1, 'long call', 'bullish', [form(call(1, 'K1'))], { soldName: 'short call' }),
  structure(2, 'long put', 'bearish', [form(put(1, 'K1'))], { soldName: 'short put' }),
  structure(3, 'outright', 'bullish', [form(underlying(1, 'T1'))]),
  structure(4, 'bull call spread', 'bullish', [form(call(1, 'K1'), call(-1, 'K2'))], {
    soldName: 'bear call spread',
    code: 'CSpd',
  }),
  structure(5, 'bear put spread', 'bearish', [form(put(-1, 'K1'), put(1, 'K2'))], {
    soldName: 'bull put spread',
    code: 'PSpd',
  }),
  structure(6, 'call ratio 1x2', 'neutral', [form(call(1, 'K1'), call(-2, 'K2'))], {
    soldName: 'call backspread',
    code: 'CSpd12',
  }),
  structure(7, 'call ratio 1x3', 'neutral', [form(call(1, 'K1'), call(-3, 'K2'))], {
    soldName: 'call backspread 1x3',
    code: 'CSpd13',
  }),
  structure(8, 'put ratio 1x2', 'neutral', [form(put(-2, 'K1'), put(1, 'K2'))], {
    soldName: 'put backspread',
    code: 'PSpd12',
  }),
  structure(9, 'put ratio 1x3', 'neutral', [form(put(-3, 'K1'), put(1, 'K2'))], {
    soldName: 'put backspread 1x3',
    code: 'PSpd13',
  }),
  structure(10, 'ratio', 'neutral', [
    named('call ratio', constrained('any_ratio', call(2, 'K1'), call(-3, 'K2'))),
    named('put ratio', constrained('any_ratio', put(-3, 'K1'), put(2, 'K2'))),
  ]),
  structure(11, 'call backspread', 'volatility', [form(call(-1, 'K1'), call(2, 'K2'))], { soldName: 'call ratio 1x2' }),
  structure(12, 'put backspread', 'volatility', [form(put(2, 'K1'), put(-1, 'K2'))], { soldName: 'put ratio 1x2' }),
  structure(13, 'straddle', 'volatility', [form(put(1, 'K1'), call(1, 'K1'))], { code: 'Strd' }),
  structure(14, 'strangle', 'volatility', [form(put(1, 'K1'), call(1, 'K2'))], { code: 'Strg' }),
  structure(15, 'guts', 'volatility', [form(call(1, 'K1'), put(1, 'K2'))]),
  structure(16, 'strip', 'volatility', [form(put(2, 'K1'), call(1, 'K1'))]),
  structure(17, 'strap', 'volatility', [form(put(1, 'K1'), call(2, 'K1'))]),
  structure(18, 'synthetic long', 'bullish', [form(call(1, 'K1'), put(-1, 'K1'))], { soldName: 'synthetic short' }),
  structure(
    19,
    'bullish risk reversal',
    'bullish',
    [
      form(put(-1, 'K1'), call(1, 'K2')),
      named(
        'in-the-money bullish risk reversal',
        form(call(1, 'K1'), put(-1, 'K2')),
        'in-the-money bearish risk reversal',
      ),
    ],
    { soldName: 'bearish risk reversal', code: 'RRev' },
  ),
  structure(20, 'covered call', 'bullish', [form(underlying(1), call(-1, 'K1'))], { soldName: 'protective call' }),
  structure(21, 'covered put', 'bearish', [form(underlying(-1), put(-1, 'K1'))], { soldName: 'protective put' }),
  structure(22, 'protective put', 'bullish', [form(underlying(1), put(1, 'K1'))], { soldName: 'covered put' }),
  structure(23, 'protective call', 'bearish', [form(underlying(-1), call(1, 'K1'))], { soldName: 'covered call' }),
  structure(24, 'collar', 'bullish', [form(underlying(1), put(1, 'K1'), call(-1, 'K2'))]),
  structure(25, 'conversion', 'neutral', [form(underlying(1), put(1, 'K1'), call(-1, 'K1'))], { soldName: 'reversal' }),
  structure(26, 'reversal', 'neutral', [form(underlying(-1), put(-1, 'K1'), call(1, 'K1'))], {
    soldName: 'conversion',
  }),
  structure(27, 'box', 'neutral', [form(call(1, 'K1'), put(-1, 'K1'), call(-1, 'K2'), put(1, 'K2'))]),
  structure(28, 'jelly roll', 'neutral', [
    form(call(-1, 'K1', 'T1'), put(1, 'K1', 'T1'), call(1, 'K1', 'T2'), put(-1, 'K1', 'T2')),
  ]),
  structure(
    29,
    'call butterfly',
    'neutral',
    [constrained('equal_wings', call(1, 'K1'), call(-2, 'K2'), call(1, 'K3'))],
    { code: 'CFly', winged: true },
  ),
  structure(30, 'put butterfly', 'neutral', [constrained('equal_wings', put(1, 'K1'), put(-2, 'K2'), put(1, 'K3'))], {
    code: 'PFly',
    winged: true,
  }),
  structure(
    31,
    'broken-wing butterfly',
    'neutral',
    [
      named('broken-wing call butterfly', constrained('unequal_wings', call(1, 'K1'), call(-2, 'K2'), call(1, 'K3'))),
      named('broken-wing put butterfly', constrained('unequal_wings', put(1, 'K1'), put(-2, 'K2'), put(1, 'K3'))),
    ],
    { winged: true },
  ),
  structure(32, 'Christmas tree', 'neutral', [
    named('call Christmas tree', form(call(1, 'K1'), call(-3, 'K2'), call(2, 'K3'))),
    named('put Christmas tree', form(put(2, 'K1'), put(-3, 'K2'), put(1, 'K3'))),
  ]),
  structure(
    33,
    'iron butterfly',
    'neutral',
    [constrained('equal_wings_else_broken', put(1, 'K1'), put(-1, 'K2'), call(-1, 'K2'), call(1, 'K3'))],
    { code: 'IrnFly', winged: true },
  ),
  structure(
    34,
    'call condor',
    'neutral',
    [constrained('equal_wings_else_broken', call(1, 'K1'), call(-1, 'K2'), call(-1, 'K3'), call(1, 'K4'))],
    { code: 'CCdr', winged: true },
  ),
  structure(
    35,
    'put condor',
    'neutral',
    [constrained('equal_wings_else_broken', put(1, 'K1'), put(-1, 'K2'), put(-1, 'K3'), put(1, 'K4'))],
    { code: 'PCdr', winged: true },
  ),
  structure(
    36,
    'iron condor',
    'neutral',
    [constrained('equal_wings_else_broken', put(1, 'K1'), put(-1, 'K2'), call(-1, 'K3'), call(1, 'K4'))],
    { code: 'IrnCdr', winged: true },
  ),
  structure(37, 'call ladder', 'neutral', [form(call(1, 'K1'), call(-1, 'K2'), call(-1, 'K3'))]),
  structure(38, 'put ladder', 'neutral', [form(put(-1, 'K1'), put(-1, 'K2'), put(1, 'K3'))]),
  structure(39, 'jade lizard', 'bullish', [form(put(-1, 'K1'), call(-1, 'K2'), call(1, 'K3'))]),
  structure(40, 'reverse jade lizard', 'bearish', [form(put(1, 'K1'), put(-1, 'K2'), call(-1, 'K3'))]),
  structure(41, 'bullish seagull', 'bullish', [form(put(-1, 'K1'), call(1, 'K2'), call(-1, 'K3'))]),
  structure(42, 'bearish seagull', 'bearish', [form(put(-1, 'K1'), put(1, 'K2'), call(-1, 'K3'))]),
  structure(43, 'call calendar', 'neutral', [form(call(-1, 'K1', 'T1'), call(1, 'K1', 'T2'))], { code: 'CCal' }),
  structure(44, 'put calendar', 'neutral', [form(put(-1, 'K1', 'T1'), put(1, 'K1', 'T2'))], { code: 'PCal' }),
  structure(45, 'diagonal', 'neutral', [
    // The first form of a name is the one the gallery builds: the later leg nearer the money.
    named('call diagonal', form(call(-1, 'K2', 'T1'), call(1, 'K1', 'T2'))),
    named('call diagonal', form(call(-1, 'K1', 'T1'), call(1, 'K2', 'T2'))),
    named('put diagonal', form(put(-1, 'K1', 'T1'), put(1, 'K2', 'T2'))),
    named('put diagonal', form(put(-1, 'K2', 'T1'), put(1, 'K1', 'T2'))),
  ]),
  structure(46, 'double calendar / double diagonal', 'neutral', [
    named('double calendar', form(put(-1, 'K1', 'T1'), call(-1, 'K2', 'T1'), put(1, 'K1', 'T2'), call(1, 'K2', 'T2'))),
    // As the gallery builds it: symmetric, the later legs outside.
    doubleDiagonal(2, 1, 3, 4),
    doubleDiagonal(1, 2, 3, 4),
    doubleDiagonal(1, 2, 4, 3),
    doubleDiagonal(2, 1, 4, 3),
    doubleDiagonal(1, 3, 2, 4),
    doubleDiagonal(3, 1, 4, 2),
    doubleDiagonal(1, 2, 2, 3),
    doubleDiagonal(2, 1, 3, 2),
  ]),
  structure(47, 'straddle calendar', 'neutral', [
    form(put(-1, 'K1', 'T1'), call(-1, 'K1', 'T1'), put(1, 'K1', 'T2'), call(1, 'K1', 'T2')),
  ]),
  structure(48, 'future spread', 'neutral', [form(underlying(-1, 'T1'), underlying(1, 'T2'))]),
]
