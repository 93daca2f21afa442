/** Values that programs often mishandle, as JSON texts, header texts and URL parts. */
import type { Random } from '../../exchange/sandbox/engine/sim/random.ts'

const words = [
  '',
  ' ',
  '0',
  '-0',
  '-1',
  '1e400',
  '1e-400',
  'NaN',
  'Infinity',
  '0x10',
  '0.1'.padEnd(90, '1'),
  '9'.repeat(100),
  '99999999999999999999',
  '1.0000000000000000000000001',
  '１２',
  'null',
  'undefined',
  'true',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  '../../etc/passwd',
  '\u0000',
  '\u202edesrever',
  '\u200b',
  '\ud800',
  '\u001b[2J',
  '<script>alert(1)</script>',
  "' OR 1=1 --",
  '%00',
  '%',
  '😀'.repeat(50),
  '[]',
  '{}',
  '@maker',
  'BTC-USD-PERPETUAL',
  'BTC-USD-PERPETUAL@1/ETH-USD-PERPETUAL@-1',
  'BTC-USD-PERPETUAL@99999999999/ETH-USD-PERPETUAL@-0',
  '@/@/@',
  '1'.repeat(2_000),
]
const lengths = [1_999, 2_000, 2_001, 4_096, 10_000, 60_000]

export const oddText = (random: Random): string =>
  random.chance(0.15)
    ? random.pick(['a', '\u00e9', '7', '\\', '"', '/', '@1/']).repeat(random.pick(lengths)).slice(0, 64_000)
    : random.pick(words)

const leaves: readonly ((random: Random) => unknown)[] = [
  () => null,
  () => true,
  () => false,
  () => 0,
  () => -0,
  () => 1e308,
  () => -1e-308,
  () => 2 ** 53,
  () => 0.1 + 0.2,
  () => [],
  () => ({}),
  oddText,
  oddText,
  oddText,
]

/** A JSON value of a wrong type, deep, long or strange; as text, since parsers would not preserve it. */
export function oddJson(random: Random): string {
  const kind = random.weighted({ leaf: 70, deep: 8, wide: 6, polluted: 8, broken: 8 })
  if (kind === 'leaf') return JSON.stringify(random.pick(leaves)(random))
  if (kind === 'wide')
    return JSON.stringify(Array.from({ length: random.pick([2, 11, 200, 5_000]) }, () => random.pick(['1', 'x'])))
  if (kind === 'polluted')
    return `{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"x":${JSON.stringify(oddText(random))}}`
  if (kind === 'broken')
    return random.pick(['', '{', '[', '"', '{"a":', 'tru', '1.', '01', '\u0000', '{"a":1}}', "{'a':1}", '[1,]'])
  const depth = random.pick([10, 1_000, 20_000])
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  return `${open.repeat(depth)}1${close.repeat(depth)}`.slice(0, 60_000)
}

export const oddHeader = (random: Random): string =>
  (random.chance(0.9) ? oddText(random).replace(/[^\u0020-\u00ff]/g, '?') : oddText(random)).slice(0, 9_000)

export function oddPiece(random: Random): string {
  const text = oddText(random).slice(0, random.pick([50, 2_100, 12_000]))
  return random.chance(0.8) ? encodeURIComponent(text.toWellFormed()) : text.replace(/[\s\p{Cc}]/gu, '')
}
