/**
 * Debit and credit beside the signed number (conventions 2). Signed: buying at a positive price pays, selling at a positive
 * price receives. The word is never shown without the number, nor the number without the word.
 */
import { type Decimal, abs, canonical, mul, neg, sign } from '../../domain/decimal.ts'
import { type Effect, cashToTrader, effectOf } from '../../domain/normalise.ts'
import type { Side } from '../../domain/order.ts'

const thousands = /\B(?=(\d{3})+(?!\d))/g

/** Exact text with thousands separators and a true minus sign; `signed` adds + to what is above zero. Nothing is rounded. */
export function exactText(value: Decimal, signed = false): string {
  const plain = canonical(abs(value))
  const [whole = '0', fraction] = plain.split('.')
  const grouped = whole.replace(thousands, ',') + (fraction === undefined ? '' : `.${fraction}`)
  if (sign(value) < 0) return `−${grouped}`
  return signed && sign(value) > 0 ? `+${grouped}` : grouped
}

export interface EffectWords {
  readonly effect: Effect
  /** "debit 120", "credit 80", "even". */
  readonly words: string
  /** Cash to the trader with its sign: a debit is negative. */
  readonly cash: Decimal
}

/** What a price per package means to the trader who buys or sells at it. */
export function effectWords(side: Side, price: Decimal): EffectWords {
  const effect = effectOf(side, price)
  const cash = cashToTrader(side, price, '1' as Decimal)
  return { effect, words: effect === 'even' ? 'even' : `${effect} ${exactText(abs(price))}`, cash }
}

/** The same for the whole order: "debit 1,200 in total". */
export function totalWords(side: Side, price: Decimal, quantity: Decimal): string {
  const { effect } = effectWords(side, price)
  return effect === 'even' ? 'even' : `${effect} ${exactText(abs(mul(price, quantity)))} in total`
}

/** The signed price of a typed effect: a debit is paid, so +amount for a buyer and -amount for a seller; a credit the reverse. */
export function signedPrice(side: Side, effect: Effect, amount: Decimal): Decimal {
  if (effect === 'even') return '0' as Decimal
  return (side === 'buy') === (effect === 'debit') ? canonical(amount) : neg(amount)
}

const effectEntry = /^([\d.,]+)\s*(debit|dr|db|d|credit|cr|c)$|^(debit|dr|db|d|credit|cr|c)\s*([\d.,]+)$/i
const plainEntry = /^([+\-−]?)\s*(\d[\d,]*(?:\.\d+)?)$/

const amountOf = (text: string): Decimal | undefined => {
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text
  return /^\d+(\.\d+)?$/.test(plain) && plain.length <= 40 ? (plain as Decimal) : undefined
}

/**
 * The signed price per package of what a trader types: "120 debit", "80 credit", "80 cr", "even", "-30", "1,250.5". Undefined when it
 * is none of these.
 */
export function parsePriceEntry(entry: string, side: Side): Decimal | undefined {
  const text = entry.trim()
  if (/^even$/i.test(text)) return '0' as Decimal
  const worded = effectEntry.exec(text)
  if (worded !== null) {
    const amount = amountOf(worded[1] ?? worded[4] ?? '')
    const word = (worded[2] ?? worded[3] ?? '').toLowerCase()
    return amount === undefined ? undefined : signedPrice(side, word.startsWith('c') ? 'credit' : 'debit', amount)
  }
  const plain = plainEntry.exec(text)
  const amount = plain === null ? undefined : amountOf(plain[2] ?? '')
  if (plain === null || amount === undefined) return undefined
  return plain[1] === '-' || plain[1] === '−' ? neg(amount) : amount
}
