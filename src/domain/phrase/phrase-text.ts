/**
 * A desk's line as words: signs as keyboards have them, other exchanges' names spelt out, two-word terms joined, punctuation removed.
 * It changes how a line is written, never what it says.
 */

type Rewrite = readonly [pattern: RegExp, replacement: string]

const date = String.raw`\d{1,2}[A-Z]{3}\d{2}`
const base = String.raw`[A-Z][A-Z0-9]*`
const option = new RegExp(String.raw`\b(${base})-(${date})-(\d+)-([CP])\b`, 'gi')
const joinedOptions = new RegExp(String.raw`${base}-${date}-\d+-[CP](?:/${base}-${date}-\d+-[CP])+`, 'gi')

/** Names of instruments as other exchanges and this venue write them. */
const names: readonly Rewrite[] = [
  [option, '$1 $2 $3$4'],
  [new RegExp(String.raw`\b(${base})-(20\d{6})-(\d+)([CP])\b`, 'gi'), '$1 $2 $3$4'],
  [new RegExp(String.raw`\b(${base})(?:-USD)?-PERP(?:ETUAL)?\b`, 'gi'), '$1 perp'],
  [new RegExp(String.raw`\b(${base})-(${date})(?![-\w])`, 'gi'), '$1 $2 future'],
]
const combination = new RegExp(String.raw`\b(${base})-([A-Z]+)-(${date}(?:_${date})?)-(\d+(?:_\d+)*)\b`, 'gi')

const terms: readonly Rewrite[] = [
  [/[?!;]/g, ' '],
  [/[,.:](?=\s|$)/g, ' '],
  [/^\s*(?:paradigm|deribit|chat)\s/i, ' '],
  [/\bxbt\b/gi, 'BTC'],
  [/\b(?:2|two)[\s-]?way\b/gi, 'two-way'],
  [/\b(?:mkt|market)\s+in\b/gi, 'two-way in'],
  [/(?<![\w.])([cp])\s*\/\s*s\b/gi, '$1s'],
  [/(?<!\S)c\s+(?=(?:fly|tree|ladder|cal|calendar|diag|diagonal|spread|spd|condor)\b)/gi, 'call '],
  [/(?<!\S)p\s+(?=(?:fly|tree|ladder|cal|calendar|diag|diagonal|spread|spd|condor)\b)/gi, 'put '],
  [/\b(\d{1,2}(?:\.\d+)?)\s*delta\b/gi, '$1d'],
  [/\b([1-9])\s+by\s+([1-9])\b/gi, '$1x$2'],
  [/\bdelta[\s-]*(?:hedged?|neutral)\b/gi, 'dh'],
  [/\bvs\.?\s+(?:the\s+)?perp(?:etual)?\b/gi, 'dh'],
  [/(\d)\s*vols?\b/gi, '$1v'],
  [/(?<![\w./])(\d[\d.,]*k?)\s+(?:lots?|contracts?|cts|up)\b/gi, 'x$1'],
  [/(\d)\s*\/\s*(\d+(?:\.\d+)?)\s*%/g, '$1%/$2%'],
  [/([+-]\d+)x(?=\s)/gi, '$1'],
  [/\s*\/\s*/g, '/'],
  [/@\s+/g, '@'],
  [/(^|\s)x\s+(?=\d)/gi, '$1x'],
  [/(\d)\s+x(?=\s|$)/gi, '$1x'],
]

const rewritten = (text: string, rewrites: readonly Rewrite[]): string =>
  rewrites.reduce((now, [pattern, replacement]) => now.replace(pattern, replacement), text)

/** "BTC-25DEC26-90000-P/BTC-25DEC26-100000-C" is "BTC 25DEC26 90000P/100000C". */
function joined(text: string): string {
  const legs = [...text.matchAll(option)]
  const all = (part: number): readonly string[] => [...new Set(legs.map(leg => leg[part] ?? ''))]
  return [...all(1), all(2).join('/'), legs.map(leg => `${leg[3]}${leg[4]}`).join('/')].join(' ')
}

/** The words of a line. */
export function wordsOf(line: string): string[] {
  const text = line.replaceAll(/[−–—]/g, '-').replaceAll('×', 'x').replaceAll(/[’‘]/g, "'").replaceAll(/[δΔ]/g, 'delta')
  const spelt = text
    .replace(joinedOptions, joined)
    .replace(
      combination,
      (_, of: string, code: string, dates: string, strikes: string) =>
        `${of} ${code} ${dates.replace('_', '/')} ${strikes.replaceAll('_', '/')}`,
    )
  return rewritten(rewritten(spelt, names), terms)
    .split(/\s+/)
    .filter(word => word !== '')
}
