/**
 * Normalises a line: keyboard characters, names of other exchanges, two-word terms, punctuation. It keeps the meaning.
 */

type Rewrite = readonly [pattern: RegExp, replacement: string | ((...groups: string[]) => string)]

const base = String.raw`[A-Z][A-Z0-9]*`
/** The underlying, with the currency that some exchanges append. */
const paired = String.raw`(${base})(?:[-_]USD[CT]?)?`
const date = String.raw`\d{1,2}[A-Z]{3}\d{2}`
/** "26DEC26", "261226" (the year first), "2026-12-26". */
const anyDate = String.raw`${date}|\d{6}|20\d{2}-\d{2}-\d{2}`
/** "24.5", and "0d625" for 0.625. */
const strike = String.raw`\d+(?:[.d]\d+)?`
const optionText = String.raw`${paired}-(${anyDate})-(${strike})-([CP])(?:-USD[CT])?`
const option = new RegExp(String.raw`\b${optionText}(?![\w-])`, 'gi')
const joinedOptions = new RegExp(String.raw`\b${optionText}(?:/${optionText})+(?![\w-])`, 'gi')

const plainDate = (text: string): string => (/^\d{6}$/.test(text) ? `20${text}` : text)
const plainStrike = (text: string): string => text.replace(/(?<=\d)d(?=\d)/gi, '.')

const names: readonly Rewrite[] = [
  [option, (_, of, when, at, right) => `${of} ${plainDate(when ?? '')} ${plainStrike(at ?? '')}${right}`],
  [new RegExp(String.raw`\b(${base})-(20\d{6})-(\d+(?:\.\d+)?)([CP])\b`, 'gi'), '$1 $2 $3$4'],
  [new RegExp(String.raw`\b${paired}-(?:PERP(?:ETUAL)?|SWAP)\b`, 'gi'), '$1 perp'],
  [
    new RegExp(String.raw`\b${paired}-(${anyDate}|20\d{6})(?![-\w])`, 'gi'),
    (_, of, when) => `${of} ${plainDate(when ?? '')} future`,
  ],
]
const combination = new RegExp(
  String.raw`\b(${base})-([A-Z]+\d*)-(${date}(?:_${date})?)(?:_PERP)?(?:-(${strike}(?:_${strike})*))?(?![-\w])`,
  'gi',
)

const nouns = '(?:fly|flies|tree|ladder|cal|calendar|diag|diagonal|spread|sprd|spd|condor|butterfly|ratio|backspread)s?'
const units = 'lots?|contracts?|cts|pcs|units|packages|times|up'
const months = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)'
/** A year is of this decade or the next: the number after "26mar" in "26mar 95/105" is a strike. */
const dayMonth = String.raw`\b\d{1,2}\s*${months}\w*(?:\s*(?:20)?[23]\d)?`

const weekly = '(?:weekl(?:y|ies)|wkl(?:y|ies)|wklys?)'

const figures: readonly Rewrite[] = [
  [/\$\s*(?=[\d.])/g, ''],
  [/(\d)\s*(?:\$|usd)(?![\w-])/gi, '$1'],
  [/(?<![\d.,/])(\d{1,3})\s000(?!\d)/g, '$1000'],
  [new RegExp(String.raw`(\d{1,2})(?:st|nd|rd|th)(?:\s+of)?\s+(?=${months})`, 'gi'), '$1'],
  [/(\d{1,2})(?:st|nd|rd|th)(?=\s)/gi, '$1'],
  [new RegExp(String.raw`(${months})\s*'(?=\d{2}(?!\d))`, 'gi'), '$1'],
  // "dec100c": three digits before a right are a strike in thousands, not a year.
  [new RegExp(String.raw`(?<![a-z])((?:\d{1,2})?${months})(?=\d{3}[cp](?!\w))`, 'gi'), '$1 '],
  // A month means its last expiry: the monthly one, and in these four months the quarterly one.
  [new RegExp(String.raw`(?<!\d)(${months})[a-z]*\s+monthl(?:y|ies)\b`, 'gi'), '$1'],
  [/(?<!\d)(mar|jun|sep|dec)[a-z]*\s+quarterl(?:y|ies)\b/gi, '$1'],
  [new RegExp(String.raw`(?<!\S)(${months})[a-z]*\s+${weekly}(?!\S)`, 'gi'), '$1-weekly'],
  [new RegExp(String.raw`(?<![\w-])${weekly}(?![\w-])`, 'gi'), 'weekly'],
  [/\bfront[\s-]*(?:months?|mth|mo)\b/gi, 'front-month'],
  [/\b(?:front|this)[\s-]*week\b/gi, 'weekly'],
  [new RegExp(String.raw`\bmonth[\s-]*end\s+(?=${months})|(?<=\b${months}\w*\s+)month[\s-]*end\b`, 'gi'), ''],
  [/\bmonth[\s-]*end\b|\bend[\s-]*of[\s-]*(?:the[\s-]*)?month\b|\beom\b|\bfront\b(?!-month)/gi, 'front-month'],
  [/(\d{1,2})\.(\d{1,2})\.(?=\s|$)/g, '$1/$2'],
  [
    new RegExp(String.raw`(${dayMonth})\s*/\s*(${dayMonth})(?![\w/])`, 'gi'),
    (_, one: string, other: string) => `${one}/${other}`.replaceAll(/\s/g, ''),
  ],
  [/(\d[cp])\s*\/\s*(?=[a-z]{3}|\d{1,2}[a-z]{3})/gi, '$1 '],
  [new RegExp(String.raw`\bend(?:\s+of)?\s+(?=${months})`, 'gi'), ''],
  [/(\d)[\s-]*(?:months?|mths?|mos)\b/gi, '$1mo'],
  [/(\d)[\s-]*(?:weeks?|wks)\b/gi, '$1w'],
  [/(\d)[\s-]*days?\b/gi, '$1dte'],
  [/(\d)[\s-]*(?:years?|yrs?)\b/gi, '$1y'],
  [/(\d)\s*%?\s*(?:vols?|iv)(?!\w)/gi, '$1v'],
  [/\biv\s+(\d+(?:\.\d+)?)v?(?!\S)/gi, '$1v'],
  [/(\d)v\/(?=[\d.]+v)/gi, '$1/'],
  [/(\d)\s+%/g, '$1%'],
  [/%\s*(otm|itm)\b/gi, '%$1'],
  [/\bat[\s-]the[\s-]money(?:[\s-]forward)?\b/gi, 'atm'],
  [/(\d)-strike\b/gi, '$1'],
]

const counts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const digitOf = (word = ''): string => (/\d/.test(word) ? word : String(counts.indexOf(word.toLowerCase()) + 1))
const underlyings = 'perp|spot|fut|futs|future|futures|perpetual'
const afterSide = String.raw`(?<=\b(?:buy|sell|buying|selling|long|short)\s+)`

const terms: readonly Rewrite[] = [
  [/\b(?:three|3)[\s-]?ways?\b/gi, '3-way'],
  [/[?!;·]/g, ' '],
  [/[,.:](?=\s|$)/g, ' '],
  [/^\s*(?:paradigm|deribit|chat)\s/i, ' '],
  [/\bxbt\b/gi, 'BTC'],
  [/\b(?:2|two)[\s-]?(?:way|sided?)s?\b|\bboth\s+(?:sides|ways)\b|\bbid\s*\/\s*(?:offer|ask)\b/gi, 'two-way'],
  [/(?<!\bor\s+)\bbetter\s+(?=(?:buy|sell)ers?\b)|\bany\s+(?=thoughts\b)/gi, ''],
  [/(?:@|\bat)\s*(?:the\s+)?(?:mkt|market)\b|\b(?:mkt|market)\s+order\b/gi, 'at-market'],
  [/(?<![\w.])([cp])\s*\/\s*s\b/gi, '$1s'],
  [/(?<![\w.])r\s*\/\s*r\b/gi, 'rr'],
  [/\b(?:spr?d|spr)s?\b/gi, 'spread'],
  [/(?<![\w.])([cp])sr([1-9])([1-9])\b/gi, '$1s $2x$3'],
  [new RegExp(String.raw`(?<!\S)c[\s-]+(?=${nouns}\b)`, 'gi'), 'call '],
  [new RegExp(String.raw`(?<!\S)p[\s-]+(?=${nouns}\b)`, 'gi'), 'put '],
  [
    /\b([1-9]|one|two|three|four)\s+by\s+([1-9]|one|two|three|four)(?!\s+and\b)\b/gi,
    (_, one, two) => `${digitOf(one)}x${digitOf(two)}`,
  ],
  [/(?<![\w.,/])([1-9])(?:\s*:\s*|\s+x\s+)([1-9])(?![\w.,/])/gi, '$1x$2'],
  [
    new RegExp(String.raw`${afterSide}(${counts.join('|')})(?=\s|$)(?!\s+by\b)`, 'gi'),
    (word: string) => `x${digitOf(word)}`,
  ],
  [new RegExp(String.raw`(?<![\w./])(\d[\d.,]*k?)\s+(?:a|per)\s+side\b`, 'gi'), 'x$1'],
  // Only after a price: "10 each" is a quantity of every leg.
  [/((?:@|\b(?:at|for)\s+)\d[\d.,]*k?)\s+each(?!\s+side)\b/gi, '$1'],
  // "dec 100 call outright" is that call. Futures and perpetuals are outrights anyway.
  [/((?:\d[cp]|\b(?:calls?|puts?)))\s+outrights?\b/gi, '$1'],
  [/\b(?:delta[\s-]*)?(?:covered|hedged)\s+(?:(?:at|on|ref|vs?\.?|@)\s*)*(?=\d)/gi, 'dh '],
  [/\bd\s*\/\s*h\b/gi, 'dh'],
  [/\b(?:no|without|w\/o|ex)\s*delta(?:[\s-]*hedge)?\b|\b(?:unhedged|naked)\b/gi, ' '],
  [/\b(?:with|w\/|incl)\s*(?:the\s+|a\s+)?delta(?:[\s-]*hedge)?\b/gi, 'dh'],
  [
    /\b(?:delta[\s-]*)?hedged\s+(?:with|w\/)\s*(?:the\s+)?perp(?:etual)?\b|\bdelta[\s-]*(?:hedged?|exchange)\b|\bd(?:elta)?[\s-]*neutral\b/gi,
    'dh',
  ],
  // After spot or a future the other leg follows.
  [
    new RegExp(String.raw`(?<!\b(?:${underlyings})\s+)\b(?:vs?|versus|against)\.?\s+(?:the\s+)?perp(?:etual)?\b`, 'gi'),
    'dh',
  ],
  [/(?<![\d.,])(\d{1,2}(?:\.\d+)?)[\s-]*deltas?\b/gi, '$1d'],
  [/(?<![\w-])d(?:elta)?\s*(\d{1,2})(?![\d.,/])/gi, '$1d'],
  [/(?<![\w./])(\d[\d.,]*k?)\s+ref\b(?!\s*[@\d])/gi, 'ref $1'],
  [/\b(?:ref|tied)(?:\s+(?:to|at|of|@))+\s*/gi, 'ref '],
  [/\bvs\.?\s+ref\b/gi, 'ref'],
  [/\btied\s+(?=\d)/gi, 'ref '],
  [
    new RegExp(String.raw`(?<!\b(?:${underlyings})\s+)\b(?:vs?|versus|against)\.?\s+(?:the\s+)?fut(?:ure)?s?\b`, 'gi'),
    'dhf',
  ],
  [/\b(dhf?)\s+(?:ref|at|@)\s*(?=\d)/gi, '$1 '],
  [/\b(?:for\s+)?(?:zero[\s-]*cost|costless|zero)\b/gi, 'zero-cost'],
  [new RegExp(String.raw`(?<![\w./])(\d[\d.,]*k?)\s+(?:${units})\b`, 'gi'), 'x$1'],
  [/(\d)\s*\/\s*(\d+(?:\.\d+)?)\s*%/g, '$1%/$2%'],
  [/([+-]\d+)x(?=\s)/gi, '$1'],
  [/\bor\s+better\b/gi, 'or-better'],
  [/(?:@|\bat)\s*(?:the\s+)?mid(?![\w-])/gi, 'at-mid'],
  [/\ball[\s-]or[\s-]n(?:one|othing)\b/gi, 'all-or-none'],
  [/(\d[\d.]*k?)[\s-]+wide\b/gi, '$1-wide'],
  // "Lift the 2100 offer" names a price.
  [/\b(lift(?:ing)?)\s+(?:the\s+)?(\d[\d.,]*k?)\s+offers?\b/gi, '$1 @$2'],
  [/\b(hit(?:ting)?)\s+(?:the\s+)?(\d[\d.,]*k?)\s+bids?\b/gi, '$1 @$2'],
  // Between signed legs "/" is only a separator.
  [/\s*\/\s*(?=[+-]\d+x?\s)/gi, ' '],
  [/\b(bid)\s*\/\s*(?=\d)/gi, '$1 at '],
  [/\s*\/\s*/g, '/'],
  [/@\s+/g, '@'],
  [/(^|\s)x\s+(?=\d)/gi, '$1x'],
  [/(\d)\s+x(?=\s|$)/gi, '$1x'],
]

/** "+100c/-110c": legs of one each, if at least two are signed. */
const signedStrike = /(?<![^\s/])([+-])(?=\d[\d.]*k?[cp](?!\w))/gi
/** "+dec 100c/-25mar 110c" likewise. */
const signedDate = new RegExp(String.raw`(?<![^\s/])([+-])(?=(?:\d{1,2})?${months}\w*(?:\s|$))`, 'gi')
const withRatios = (text: string): string =>
  [signedStrike, signedDate].reduce(
    (now, form) =>
      [...now.matchAll(form)].length < 2 ? now : now.replace(/\/(?=[+-][\da-z])/gi, ' ').replace(form, '$11 '),
    text,
  )

const rewritten = (text: string, rewrites: readonly Rewrite[]): string =>
  rewrites.reduce((now, [pattern, replacement]) => now.replace(pattern, replacement as string), text)

/** "BTC-25DEC26-90000-P/BTC-25DEC26-100000-C" is "BTC 25DEC26 90000P/100000C". */
function joined(text: string): string {
  const legs = [...text.matchAll(option)]
  const all = (part: number): readonly string[] => [...new Set(legs.map(leg => leg[part] ?? ''))]
  const strikes = legs.map(leg => `${plainStrike(leg[3] ?? '')}${leg[4]}`)
  return [...all(1), all(2).map(plainDate).join('/'), strikes.join('/')].join(' ')
}

export function splitWords(line: string): string[] {
  const text = line.replaceAll(/[−–—]/g, '-').replaceAll('×', 'x').replaceAll(/[’‘]/g, "'").replaceAll(/[δΔ]/g, 'delta')
  const spelt = text
    .replace(joinedOptions, joined)
    .replace(
      combination,
      (_, of: string, code: string, dates: string, strikes = '') =>
        `${of} ${code} ${dates.replace('_', '/')} ${plainStrike(strikes).replaceAll('_', '/')}`,
    )
  return withRatios(rewritten(rewritten(rewritten(spelt, names), figures), terms))
    .split(/\s+/)
    .filter(word => word !== '')
}
