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

export const templates: readonly StructureTemplate[] = [
  { number: 1, name: 'long call', soldName: 'short call', view: 'bullish', forms: [form(call(1, 'K1'))] },
  { number: 2, name: 'long put', soldName: 'short put', view: 'bearish', forms: [form(put(1, 'K1'))] },
  { number: 3, name: 'outright', soldName: 'short outright', view: 'bullish', forms: [form(underlying(1, 'T1'))] },
  {
    number: 4,
    name: 'bull call spread',
    soldName: 'bear call spread',
    code: 'CSpd',
    view: 'bullish',
    forms: [form(call(1, 'K1'), call(-1, 'K2'))],
  },
  {
    number: 5,
    name: 'bear put spread',
    soldName: 'bull put spread',
    code: 'PSpd',
    view: 'bearish',
    forms: [form(put(-1, 'K1'), put(1, 'K2'))],
  },
  {
    number: 6,
    name: 'call ratio 1x2',
    soldName: 'call backspread',
    code: 'CSpd12',
    view: 'neutral',
    forms: [form(call(1, 'K1'), call(-2, 'K2'))],
  },
  {
    number: 7,
    name: 'call ratio 1x3',
    soldName: 'call backspread 1x3',
    code: 'CSpd13',
    view: 'neutral',
    forms: [form(call(1, 'K1'), call(-3, 'K2'))],
  },
  {
    number: 8,
    name: 'put ratio 1x2',
    soldName: 'put backspread',
    code: 'PSpd12',
    view: 'neutral',
    forms: [form(put(-2, 'K1'), put(1, 'K2'))],
  },
  {
    number: 9,
    name: 'put ratio 1x3',
    soldName: 'put backspread 1x3',
    code: 'PSpd13',
    view: 'neutral',
    forms: [form(put(-3, 'K1'), put(1, 'K2'))],
  },
  {
    number: 10,
    name: 'ratio',
    soldName: 'short ratio',
    view: 'neutral',
    forms: [
      named('call ratio', constrained('any_ratio', call(2, 'K1'), call(-3, 'K2'))),
      named('put ratio', constrained('any_ratio', put(-3, 'K1'), put(2, 'K2'))),
    ],
  },
  {
    number: 11,
    name: 'call backspread',
    soldName: 'call ratio 1x2',
    view: 'volatility',
    forms: [form(call(-1, 'K1'), call(2, 'K2'))],
  },
  {
    number: 12,
    name: 'put backspread',
    soldName: 'put ratio 1x2',
    view: 'volatility',
    forms: [form(put(2, 'K1'), put(-1, 'K2'))],
  },
  {
    number: 13,
    name: 'straddle',
    soldName: 'short straddle',
    code: 'Strd',
    view: 'volatility',
    forms: [form(put(1, 'K1'), call(1, 'K1'))],
  },
  {
    number: 14,
    name: 'strangle',
    soldName: 'short strangle',
    code: 'Strg',
    view: 'volatility',
    forms: [form(put(1, 'K1'), call(1, 'K2'))],
  },
  { number: 15, name: 'guts', soldName: 'short guts', view: 'volatility', forms: [form(call(1, 'K1'), put(1, 'K2'))] },
  {
    number: 16,
    name: 'strip',
    soldName: 'short strip',
    view: 'volatility',
    forms: [form(put(2, 'K1'), call(1, 'K1'))],
  },
  {
    number: 17,
    name: 'strap',
    soldName: 'short strap',
    view: 'volatility',
    forms: [form(put(1, 'K1'), call(2, 'K1'))],
  },
  {
    number: 18,
    name: 'synthetic long',
    soldName: 'synthetic short',
    view: 'bullish',
    forms: [form(call(1, 'K1'), put(-1, 'K1'))],
  },
  {
    number: 19,
    name: 'bullish risk reversal',
    soldName: 'bearish risk reversal',
    code: 'RRev',
    view: 'bullish',
    forms: [
      form(put(-1, 'K1'), call(1, 'K2')),
      named(
        'in-the-money bullish risk reversal',
        form(call(1, 'K1'), put(-1, 'K2')),
        'in-the-money bearish risk reversal',
      ),
    ],
  },
  {
    number: 20,
    name: 'covered call',
    soldName: 'protective call',
    view: 'bullish',
    forms: [form(underlying(1), call(-1, 'K1'))],
  },
  {
    number: 21,
    name: 'covered put',
    soldName: 'protective put',
    view: 'bearish',
    forms: [form(underlying(-1), put(-1, 'K1'))],
  },
  {
    number: 22,
    name: 'protective put',
    soldName: 'covered put',
    view: 'bullish',
    forms: [form(underlying(1), put(1, 'K1'))],
  },
  {
    number: 23,
    name: 'protective call',
    soldName: 'covered call',
    view: 'bearish',
    forms: [form(underlying(-1), call(1, 'K1'))],
  },
  {
    number: 24,
    name: 'collar',
    soldName: 'short collar',
    view: 'bullish',
    forms: [form(underlying(1), put(1, 'K1'), call(-1, 'K2'))],
  },
  {
    number: 25,
    name: 'conversion',
    soldName: 'reversal',
    view: 'neutral',
    forms: [form(underlying(1), put(1, 'K1'), call(-1, 'K1'))],
  },
  {
    number: 26,
    name: 'reversal',
    soldName: 'conversion',
    view: 'neutral',
    forms: [form(underlying(-1), put(-1, 'K1'), call(1, 'K1'))],
  },
  {
    number: 27,
    name: 'box',
    soldName: 'short box',
    view: 'neutral',
    forms: [form(call(1, 'K1'), put(-1, 'K1'), call(-1, 'K2'), put(1, 'K2'))],
  },
  {
    number: 28,
    name: 'jelly roll',
    soldName: 'short jelly roll',
    view: 'neutral',
    forms: [form(call(-1, 'K1', 'T1'), put(1, 'K1', 'T1'), call(1, 'K1', 'T2'), put(-1, 'K1', 'T2'))],
  },
  {
    number: 29,
    name: 'call butterfly',
    soldName: 'short call butterfly',
    code: 'CFly',
    view: 'neutral',
    winged: true,
    forms: [constrained('equal_wings', call(1, 'K1'), call(-2, 'K2'), call(1, 'K3'))],
  },
  {
    number: 30,
    name: 'put butterfly',
    soldName: 'short put butterfly',
    code: 'PFly',
    view: 'neutral',
    winged: true,
    forms: [constrained('equal_wings', put(1, 'K1'), put(-2, 'K2'), put(1, 'K3'))],
  },
  {
    number: 31,
    name: 'broken-wing butterfly',
    soldName: 'short broken-wing butterfly',
    view: 'neutral',
    winged: true,
    forms: [
      named('broken-wing call butterfly', constrained('unequal_wings', call(1, 'K1'), call(-2, 'K2'), call(1, 'K3'))),
      named('broken-wing put butterfly', constrained('unequal_wings', put(1, 'K1'), put(-2, 'K2'), put(1, 'K3'))),
    ],
  },
  {
    number: 32,
    name: 'Christmas tree',
    soldName: 'short Christmas tree',
    view: 'neutral',
    forms: [
      named('call Christmas tree', form(call(1, 'K1'), call(-3, 'K2'), call(2, 'K3'))),
      named('put Christmas tree', form(put(2, 'K1'), put(-3, 'K2'), put(1, 'K3'))),
    ],
  },
  {
    number: 33,
    name: 'iron butterfly',
    soldName: 'short iron butterfly',
    code: 'IrnFly',
    view: 'neutral',
    winged: true,
    forms: [constrained('equal_wings_else_broken', put(1, 'K1'), put(-1, 'K2'), call(-1, 'K2'), call(1, 'K3'))],
  },
  {
    number: 34,
    name: 'call condor',
    soldName: 'short call condor',
    code: 'CCdr',
    view: 'neutral',
    winged: true,
    forms: [constrained('equal_wings_else_broken', call(1, 'K1'), call(-1, 'K2'), call(-1, 'K3'), call(1, 'K4'))],
  },
  {
    number: 35,
    name: 'put condor',
    soldName: 'short put condor',
    code: 'PCdr',
    view: 'neutral',
    winged: true,
    forms: [constrained('equal_wings_else_broken', put(1, 'K1'), put(-1, 'K2'), put(-1, 'K3'), put(1, 'K4'))],
  },
  {
    number: 36,
    name: 'iron condor',
    soldName: 'short iron condor',
    code: 'IrnCdr',
    view: 'neutral',
    winged: true,
    forms: [constrained('equal_wings_else_broken', put(1, 'K1'), put(-1, 'K2'), call(-1, 'K3'), call(1, 'K4'))],
  },
  {
    number: 37,
    name: 'call ladder',
    soldName: 'short call ladder',
    view: 'neutral',
    forms: [form(call(1, 'K1'), call(-1, 'K2'), call(-1, 'K3'))],
  },
  {
    number: 38,
    name: 'put ladder',
    soldName: 'short put ladder',
    view: 'neutral',
    forms: [form(put(-1, 'K1'), put(-1, 'K2'), put(1, 'K3'))],
  },
  {
    number: 39,
    name: 'jade lizard',
    soldName: 'short jade lizard',
    view: 'bullish',
    forms: [form(put(-1, 'K1'), call(-1, 'K2'), call(1, 'K3'))],
  },
  {
    number: 40,
    name: 'reverse jade lizard',
    soldName: 'short reverse jade lizard',
    view: 'bearish',
    forms: [form(put(1, 'K1'), put(-1, 'K2'), call(-1, 'K3'))],
  },
  {
    number: 41,
    name: 'bullish seagull',
    soldName: 'short bullish seagull',
    view: 'bullish',
    forms: [form(put(-1, 'K1'), call(1, 'K2'), call(-1, 'K3'))],
  },
  {
    number: 42,
    name: 'bearish seagull',
    soldName: 'short bearish seagull',
    view: 'bearish',
    forms: [form(put(-1, 'K1'), put(1, 'K2'), call(-1, 'K3'))],
  },
  {
    number: 43,
    name: 'call calendar',
    soldName: 'short call calendar',
    code: 'CCal',
    view: 'neutral',
    forms: [form(call(-1, 'K1', 'T1'), call(1, 'K1', 'T2'))],
  },
  {
    number: 44,
    name: 'put calendar',
    soldName: 'short put calendar',
    code: 'PCal',
    view: 'neutral',
    forms: [form(put(-1, 'K1', 'T1'), put(1, 'K1', 'T2'))],
  },
  {
    number: 45,
    name: 'diagonal',
    soldName: 'short diagonal',
    view: 'neutral',
    forms: [
      // The first form of a name is the one the gallery builds: the later leg nearer the money.
      named('call diagonal', form(call(-1, 'K2', 'T1'), call(1, 'K1', 'T2'))),
      named('call diagonal', form(call(-1, 'K1', 'T1'), call(1, 'K2', 'T2'))),
      named('put diagonal', form(put(-1, 'K1', 'T1'), put(1, 'K2', 'T2'))),
      named('put diagonal', form(put(-1, 'K2', 'T1'), put(1, 'K1', 'T2'))),
    ],
  },
  {
    number: 46,
    name: 'double calendar / double diagonal',
    soldName: 'short double calendar / double diagonal',
    view: 'neutral',
    forms: [
      named(
        'double calendar',
        form(put(-1, 'K1', 'T1'), call(-1, 'K2', 'T1'), put(1, 'K1', 'T2'), call(1, 'K2', 'T2')),
      ),
      // As the gallery builds it: symmetric, the later legs outside.
      doubleDiagonal(2, 1, 3, 4),
      doubleDiagonal(1, 2, 3, 4),
      doubleDiagonal(1, 2, 4, 3),
      doubleDiagonal(2, 1, 4, 3),
      doubleDiagonal(1, 3, 2, 4),
      doubleDiagonal(3, 1, 4, 2),
      doubleDiagonal(1, 2, 2, 3),
      doubleDiagonal(2, 1, 3, 2),
    ],
  },
  {
    number: 47,
    name: 'straddle calendar',
    soldName: 'short straddle calendar',
    view: 'neutral',
    forms: [form(put(-1, 'K1', 'T1'), call(-1, 'K1', 'T1'), put(1, 'K1', 'T2'), call(1, 'K1', 'T2'))],
  },
  {
    number: 48,
    name: 'future spread',
    soldName: 'short future spread',
    view: 'neutral',
    forms: [form(underlying(-1, 'T1'), underlying(1, 'T2'))],
  },
]
