/**
 * Order terms besides the structure: "at mid", "or better", "min 10", "10 wide". Unsupported terms are refused with an
 * alternative.
 */
import { cmp, dec } from '../decimal.ts'
import { readAmount } from './phrase-words.ts'
import { lower, type Reader, repeated, setPrice, whichNumber, wordAt, type WordsTaken } from './phrase.ts'

const inPart = 'an order may fill in part. For a package write min and its size: x50 min 50.'
const refusals: Readonly<Record<string, string>> = {
  aon: inPart,
  'all-or-none': inPart,
  fok: 'the venue has GTC and IOC. For a package write ioc, min and its size: x50 min 50 ioc.',
  clip: 'an order goes out in one piece. Write the size of one order: x20.',
  clips: 'an order goes out in one piece. Write the size of one order: x20.',
}

const closing = /^(?:flatten|unwind|unwinding|close|closing)$/

export function takeTerm(reader: Reader, at: number): WordsTaken {
  const word = lower(reader, at)
  if (closing.test(word))
    return { why: `“${wordAt(reader, at)}” is not read: positions are closed in Portfolio, or write the order itself.` }
  if (Object.hasOwn(refusals, word))
    return { why: `“${wordAt(reader, at).replaceAll('-', ' ')}” cannot be sent: ${refusals[word]}` }
  if (word === 'at-mid') return setPrice(reader, { value: dec('0'), isSigned: false, isMid: true }, 'at mid', 1)
  if (word === 'or-better') return takeOrBetter(reader, at)
  return takeMinimum(reader, at) ?? takeWidth(reader, at)
}

function takeOrBetter(reader: Reader, at: number): WordsTaken {
  const { found, words } = reader
  const last = found.bare.at(-1)
  const before = /^(?:limit|lmt)$/.test(lower(reader, at - 1)) ? at - 2 : at - 1
  if (found.price === undefined && last !== undefined && words[before] === last.text) {
    const open = whichNumber(last.text)
    if (open !== undefined) return open
    found.bare.pop()
    found.price = { value: last.value, isSigned: false }
  }
  if (found.price === undefined || found.type === 'MARKET')
    return { why: '“or better” than what? Write the price before it: @1200 or better.' }
  if (found.mode === 'rfq') return { why: 'An RFQ has no limit: “or better” is of a firm order.' }
  found.mode = 'firm'
  found.type = 'LIMIT'
  return 1
}

/** "Min 10" is a quantity; a minimum price needs an explicit word. */
function takeMinimum({ found, ...reader }: Reader, at: number): WordsTaken {
  const all = { found, ...reader }
  if (!/^min(?:imum)?$/.test(lower(all, at))) return undefined
  const text = wordAt(all, at + 1)
  const value = readAmount(text.replace(/^x(?=\d)|(?<=\d)x$/gi, ''))
  const said = `${wordAt(all, at)} ${text}`.trim()
  if (value === undefined || cmp(value, dec('0')) <= 0)
    return { why: `Least of what is “${said}”? Write min and a quantity: min 10.` }
  if (/^(?:cr|credit|db|debit|dr|usd|vols?|at)$/.test(lower(all, at + 2)) || lower(all, at + 2).startsWith('min'))
    return { why: `“${said}” of a price is its limit: write the price without “min”.` }
  if (found.minimum !== undefined) return repeated('The minimum', said)
  found.minimum = { text: said, value }
  return 2
}

const marketWord = /^(?:mkts?|markets?|price|px|quote|two-way)$/

/** "10 wide" describes a spread. It is refused for a market. */
function takeWidth(reader: Reader, at: number): WordsTaken {
  const [, number = ''] = /^([\d.]+k?)-wide$/i.exec(wordAt(reader, at)) ?? []
  const value = readAmount(number)
  if (value === undefined) return undefined
  const text = `${number} wide`
  if ([at - 1, at + 1].some(beside => marketWord.test(lower(reader, beside))))
    return { why: `A market “${text}” cannot be asked for: write two-way.` }
  if (reader.found.width !== undefined) return repeated('The width', text)
  reader.found.width = { text, value }
  return 1
}
