/** The price of a phrase for the ticket, and notes on what the venue cannot express. */
import { abs, cmp, dec, type Decimal, roundToStep, sign, toNumber } from '../../domain/decimal.ts'
import { parseInstrumentName, shortName } from '../../domain/instrument.ts'
import { effectOf } from '../../domain/normalise.ts'
import type { Side } from '../../domain/order.ts'
import { type PackageLeg, priceStepOf } from '../../domain/package/package-leg.ts'
import { isIron, type Phrase, type PhrasePrice } from '../../domain/phrase/phrase.ts'
import { blackPriceOf } from '../black.ts'
import { legQuote, netPrices } from '../market/leg-quotes.ts'
import type { StructureContext, StructureDraft } from './structure-draft.ts'
import { withoutAbsent } from '../../domain/json.ts'

interface ReadNumbers {
  readonly price: PhrasePrice | undefined
  readonly size: Decimal | undefined
  readonly legs: readonly PackageLeg[]
}

type Refusal = { readonly why: string }

export function pricedDraft(
  phrase: Phrase,
  { price, size, legs }: ReadNumbers,
  context: StructureContext,
): StructureDraft | Refusal {
  const isOfOptions = legs.length > 1 && legs.every(({ symbol }) => parseInstrumentName(symbol)?.product === 'option')
  if (price?.isZeroCost === true && !(isOfOptions && phrase.strikes.every(word => word.kind === 'price')))
    return { why: '“Zero cost” needs strikes. Name each strike of the options as a price, without the underlying.' }
  const effect = price?.effect ?? phrase.effect
  if (isIron(phrase.structure) && phrase.side === 'sell' && effect === undefined && price?.isSigned !== true)
    return {
      why: `“Sell” of an ${phrase.structure?.name}: do you receive or pay? Add “credit” to sell the inner strikes, “debit” to buy them.`,
    }
  const { side, isFlipped } = sideOf(phrase, price, legs, context)
  const text = price === undefined ? undefined : priceText(price, legs, side ?? 'buy', context)
  if (text !== undefined && 'why' in text) return text
  const mode = phrase.mode ?? (text === undefined ? undefined : 'firm')
  const notes = [
    ...(text?.note === undefined ? [] : [text.note]),
    ...(phrase.minimum === undefined ? [] : [`Minimum quantity ${phrase.minimum.value}.`]),
    ...(isFlipped ? ['Read as the side that receives: it sells the inner strikes and buys the wings.'] : []),
  ]
  return {
    legs,
    ...withoutAbsent({
      side,
      quantity: size,
      price: text?.text,
      minimumQuantity: phrase.minimum?.value,
      mode,
      type: phrase.type,
      tif: phrase.tif,
    }),
    ...(notes.length === 0 ? {} : { notes }),
  }
}

const midOf = (legs: readonly PackageLeg[], { quotes }: StructureContext): Decimal | undefined =>
  netPrices(legs.map(({ symbol, ratio }) => ({ ratio, quote: legQuote(quotes.get(symbol)) }))).mid?.price

/** "Paying" and "receiving" name the side; an iron condor "sold for a credit" is the side that receives. */
function sideOf(
  phrase: Phrase,
  price: PhrasePrice | undefined,
  legs: readonly PackageLeg[],
  context: StructureContext,
): { readonly side: Side | undefined; readonly isFlipped: boolean } {
  const { side } = phrase
  // Bought as listed it receives.
  if (isIron(phrase.structure) && side === 'sell')
    return (price?.effect ?? phrase.effect) === 'credit' ? { side: 'buy', isFlipped: true } : { side, isFlipped: false }
  const mid = price?.effect === undefined ? undefined : midOf(legs, context)
  if (price?.effect === undefined || mid === undefined || sign(mid) === 0) return { side, isFlipped: false }
  const wanted: Side = effectOf('buy', mid) === price.effect ? 'buy' : 'sell'
  if (side === undefined)
    return { side: price.isVerb === true && isNear(price.value, mid) ? wanted : undefined, isFlipped: false }
  return { side, isFlipped: false }
}

/** An unsigned price is paid or received as the legs' mid is; a signed one keeps its meaning. */
function priceText(
  price: PhrasePrice,
  legs: readonly PackageLeg[],
  side: Side,
  context: StructureContext,
): { readonly text: string; readonly note?: string } | Refusal {
  if (price.isVolatility === true) return priceOfVolatility(price.value, legs, side, context)
  if (price.isMid === true) return priceAtMid(legs, side, context)
  const tooSmall = belowStep(price.value, legs, context)
  if (tooSmall !== undefined) return { why: tooSmall }
  if (price.effect !== undefined) return { text: `${abs(price.value)} ${price.effect}` }
  if (price.isSigned) return { text: price.value }
  const mid = midOf(legs, context)
  if (price.isBare === true && (mid === undefined || !isNear(price.value, mid, price.isBesideSize === true ? 20 : 5)))
    return { why: `What is “${price.value}”? Write x${price.value} for the size, @${price.value} for the price.` }
  const effect = mid === undefined ? 'even' : effectOf(side, mid)
  return { text: effect === 'even' || sign(price.value) === 0 ? price.value : `${price.value} ${effect}` }
}

/** "At mid": the present mid on its step. It does not follow the market. */
function priceAtMid(
  legs: readonly PackageLeg[],
  side: Side,
  context: StructureContext,
): { readonly text: string; readonly note: string } | Refusal {
  const mid = midOf(legs, context)
  const step = priceStepOf(instrumentsOf(legs, context))
  if (mid === undefined || step === undefined) return { why: 'There is no mid now for “at mid”: a leg has no quote.' }
  const price = roundToStep(mid, step, side === 'sell' ? 'up' : 'down')
  const effect = effectOf(side, price)
  const text = effect === 'even' ? price : `${abs(price)} ${effect}`
  return { text, note: `Mid is ${text} now.` }
}

const isNear = (price: Decimal, mid: Decimal, times = 5): boolean => {
  const part = Math.abs(toNumber(price)) / Math.abs(toNumber(mid))
  return part > 1 / times && part < times
}

/** Prices in coin, as on other exchanges, are far below every step. */
function belowStep(value: Decimal, legs: readonly PackageLeg[], context: StructureContext): string | undefined {
  const instruments = instrumentsOf(legs, context)
  const finest = instruments.map(each => each.price_step).sort(cmp)[0]
  if (finest === undefined || sign(value) === 0 || cmp(abs(value), finest) >= 0) return undefined
  return `“${value}” is not a price in ${instruments[0]?.quote_asset ?? 'the quote asset'}: the step is ${finest}.`
}

const instrumentsOf = (legs: readonly PackageLeg[], { universe }: StructureContext) =>
  legs.flatMap(({ symbol }) => {
    const name = parseInstrumentName(symbol)
    if (name === undefined) return []
    if (name.product === 'perpetual') return universe.perpetual(name.base) ?? []
    if (name.product === 'spot') return universe.spot(name.base) ?? []
    if (name.product === 'future') return universe.futures(name.base).find(each => each.symbol === symbol) ?? []
    const row = universe.chain(name.base, name.expiryMs).find(each => cmp(each.strike, name.strike) === 0)
    return row?.[name.right] ?? []
  })

function priceOfVolatility(
  points: Decimal,
  legs: readonly PackageLeg[],
  side: Side,
  context: StructureContext,
): { readonly text: string; readonly note: string } | Refusal {
  const [leg] = legs
  const name = leg === undefined || legs.length > 1 ? undefined : parseInstrumentName(leg.symbol)
  const [instrument] = instrumentsOf(legs, context)
  if (name?.product !== 'option' || instrument === undefined)
    return {
      why: `A volatility is read as the price of one option: write the price of the package in place of “${points} vol”.`,
    }
  const surface = context.surfaceOf(name.base)?.expiries.get(name.expiryMs)
  const forward = surface?.forward?.price
  if (surface === undefined || forward === undefined) return { why: `No forward yet, so “${points} vol” has no price.` }
  const deviation = (toNumber(points) / 100) * Math.sqrt(surface.years)
  const value = blackPriceOf(forward, toNumber(name.strike), deviation, name.right === 'call')
  const price = roundToStep(dec(value.toFixed(8)), instrument.price_step, 'nearest')
  return {
    text: `${price} ${side === 'buy' ? 'debit' : 'credit'}`,
    note: `${points} vol is ${price} at the forward ${Math.round(forward)}.`,
  }
}

export function notesOf(phrase: Phrase, legs: readonly PackageLeg[], context: StructureContext): readonly string[] {
  const perpetual = context.universe.perpetual(phrase.base ?? context.base)?.symbol
  const { hedge, market } = phrase
  const notes: string[] = []
  if (phrase.isTwoWay && phrase.side === undefined) notes.push('The venue needs a side for an RFQ: choose buy or sell.')
  if (market !== undefined)
    notes.push(`Market ${market.bid} / ${market.ask}${market.isVolatility ? ' vol' : ''}: choose your side.`)
  if (hedge !== undefined)
    notes.push(
      perpetual === undefined
        ? 'There is no perpetual for the delta hedge.'
        : `With a delta hedge in ${hedge.isInFuture === true ? 'the future' : shortName(perpetual)}${hedge.reference === undefined ? '' : ` at reference ${hedge.reference}`}${hedge.delta === undefined ? '' : `, delta ${hedge.delta}`}: add it in the builder.`,
    )
  if (phrase.structure?.name === 'cash and carry')
    notes.push(`The near leg is ${legs[0]?.symbol.endsWith('PERPETUAL') === true ? 'the perpetual' : 'spot'}.`)
  return notes
}
