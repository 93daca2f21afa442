/** What the builder passes to the review: worst and best case, break-evens, cost, warnings. */
import { abs, dec, gt, lt, mul, sub, toNumber } from '../../../../core/domain/decimal.ts'
import { effectLabel, exactText, payVerb } from '../../../../core/domain/effect-label.ts'
import { isSpot, parseInstrumentName, shortExpiry, shortName } from '../../../../core/domain/instrument.ts'
import { effectOf } from '../../../../core/domain/normalise.ts'
import { sideSign } from '../../../../core/domain/order.ts'
import type { ClosingSize, Roll } from '../../../../core/domain/package/closing.ts'
import { type PackagePremium, packagePremium } from '../../../../core/pricing/hedge/hedge-ratio.ts'
import {
  type Bounds,
  endsTogether,
  structureBounds,
  volatilityFreeBounds,
} from '../../../../core/pricing/package-legs.ts'
import { payoffBefore } from '../../../../core/pricing/payoff-before.ts'
import type { PayoffModel } from '../../../../core/pricing/portfolio/payoff-model.ts'
import { reviewPriceText } from '../../../ui/charts/price-text.ts'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import { closesText, rollText } from '../../../ui/order/closing-text.ts'
import { atTodaysVolatility, extremeText, undetermined } from '../../../ui/order/extreme-text.ts'
import type { DraftSummary } from '../draft/draft-summary.ts'
import type { Draft } from '../draft/draft.ts'

export interface Fact {
  readonly term: string
  readonly value: string
}

export interface ReviewFacts {
  readonly facts: readonly Fact[]
  readonly warnings: readonly string[]
}

/** `closing`: the draft's effect on positions; one that only reduces has no risk of its own. */
export function reviewFacts(
  draft: Draft,
  summary: DraftSummary,
  model: PayoffModel,
  currency: string,
  closing?: ClosingSize,
  roll?: Roll,
): ReviewFacts {
  const own = closing === undefined || closing.isBeyond ? payoffFacts(draft, summary, model, currency) : []
  return {
    facts: [...costFacts(draft, summary), ...closingFacts(summary, closing), ...own],
    warnings: draftWarnings(draft, summary, model, closing, roll),
  }
}

const closingFacts = ({ quantity }: DraftSummary, closing: ClosingSize | undefined): Fact[] =>
  closing === undefined || quantity === undefined ? [] : [{ term: 'Closes', value: closesText(closing, quantity) }]

/** The review computes the legs' mid itself; the builder adds only a hedged package's facts. */
function costFacts(draft: Draft, summary: DraftSummary): Fact[] {
  const hedged = packagePremium(summary.legs)
  return hedged === undefined ? [] : hedgeFacts(draft, summary, hedged)
}

function hedgeFacts(
  draft: Draft,
  { price, quantity }: DraftSummary,
  { net, hedge, premiumOf }: PackagePremium,
): Fact[] {
  const premium = price === undefined ? net.mid?.price : premiumOf(price)
  const sign = sideSign(draft.side)
  const size = (ratio: number): string =>
    quantity === undefined ? String(ratio) : exactText(mul(quantity, dec(ratio)))
  return [
    {
      term: 'Option premium',
      value: premium === undefined ? 'a leg has no quote' : effectLabel(draft.side, premium).text,
    },
    ...hedge.map(({ symbol, ratio, reference }) => ({
      term: 'Hedge',
      value: `${ratio * sign > 0 ? 'Buy' : 'Sell'} ${size(Math.abs(ratio))} ${shortName(symbol)}${reference === undefined ? '' : ` at reference ${exactText(reference)}`}`,
    })),
  ]
}

/** The risk of a spot order depends on the coins of the account, so the review finds it. */
const isSpotOnly = ({ legs }: DraftSummary): boolean => legs.length > 0 && legs.every(leg => isSpot(leg.symbol))

/**
 * Extremes of the whole order: exact, by model, or as bounded by the legs. Omits exact ones without a typed price:
 * they follow the market, so the review computes them.
 */
function payoffFacts(draft: Draft, summary: DraftSummary, model: PayoffModel, currency: string): Fact[] {
  const { quantity, price } = summary
  if (isSpotOnly(summary) || quantity === undefined || (price === undefined && model.kind === 'exact')) return []
  const extremes = extremesOf(draft, summary, model)
  if (extremes === undefined) {
    const unknown = (price ?? summary.net.mid) === undefined ? 'not known: no net price' : undetermined
    return [
      { term: 'Maximum profit', value: unknown },
      { term: 'Maximum loss', value: unknown },
    ]
  }
  const text = (value: number | 'unlimited'): string =>
    value === 'unlimited'
      ? value
      : `${extremes.qualifier === undefined ? '' : `${extremes.qualifier} `}${extremeText(value, toNumber(quantity))} ${currency} in total${extremes.basis}${price === undefined ? ', at the mid when reviewed' : ''}`
  const { greatest } = extremes
  const facts = [
    {
      term: 'Maximum profit',
      value: greatest === undefined ? 'not known: no volatility of a later leg' : text(greatest),
    },
    { term: 'Maximum loss', value: text(extremes.least) },
  ]
  if (model.kind === 'none') return facts
  const about = model.kind === 'model' ? '≈ ' : ''
  const breakEvens = model.breakEvens.map(price => `${about}${reviewPriceText(price)}`).join(', ')
  const none = model.kind === 'model' ? 'none in the range drawn' : 'none'
  return [...facts, { term: 'Break-even', value: breakEvens === '' ? none : breakEvens }]
}

interface Extremes extends Pick<Bounds, 'least'> {
  readonly greatest: Bounds['greatest'] | undefined
  readonly basis: string
  readonly qualifier: 'about' | 'at most' | undefined
}

/** Per package; undefined without a net price, or if the legs have no bounds. Ignores the payoff panel's sliders. */
function extremesOf(draft: Draft, { price, net, legs }: DraftSummary, model: PayoffModel): Extremes | undefined {
  if (model.kind === 'exact')
    return {
      greatest: model.payoff.maxProfit.value,
      least: model.payoff.maxLoss.value,
      basis: '',
      qualifier: undefined,
    }
  if (model.kind === 'model') {
    const first = model.scene?.firstMs
    return {
      ...model.presentExtremes,
      basis: `, ${atTodaysVolatility}${first === undefined ? '' : `, at ${shortExpiry(first)}`}`,
      qualifier: 'about',
    }
  }
  const paid = price ?? net.mid?.price
  if (paid === undefined) return undefined
  const sign = sideSign(draft.side)
  const executed = legs.map(({ symbol, ratio }) => ({ symbol, ratio: ratio * sign }))
  const bounds = volatilityFreeBounds(executed, sign * toNumber(paid))
  if (bounds === undefined) return undefined
  const greatest = endsTogether(executed) ? bounds.greatest : undefined
  return { greatest, least: bounds.least, basis: ', whatever the volatilities', qualifier: 'at most' }
}

export function draftWarnings(
  draft: Draft,
  summary: DraftSummary,
  model: PayoffModel,
  closing?: ClosingSize,
  roll?: Roll,
): string[] {
  const found = [...(roll === undefined ? [] : [rollText(roll)]), ...summary.warnings]
  if (closing === undefined || closing.isBeyond) found.push(...openRisks(draft, summary, model))
  if (closing?.isBeyond === true && summary.quantity !== undefined)
    found.push(`It closes ${closesText(closing, summary.quantity)}.`)
  const bound = boundCrossed(draft, summary)
  if (bound !== undefined) found.push(bound)
  const worse = worseThanNatural(draft, summary)
  if (worse !== undefined) found.push(worse)
  const far = farFromModel(draft, summary, model)
  if (far !== undefined) found.push(far)
  if (summary.legs.length < 2 && draft.minimumQuantity.trim() !== '')
    found.push('Minimum quantity is for packages: it is not sent.')
  return found
}

/** Losses that no leg limits: upwards unlimited, downwards to a price of zero. */
function openRisks(draft: Draft, summary: DraftSummary, model: PayoffModel): string[] {
  if (isSpotOnly(summary)) return []
  const { legs, quantity } = summary
  const found: string[] = []
  if (extremesOf(draft, summary, model)?.least === 'unlimited')
    found.push(`The loss ${model.kind === 'exact' ? 'at expiry ' : ''}is unlimited.`)
  const puts =
    legs.reduce((sum, leg) => sum + (rightOf(leg.symbol) === 'put' ? leg.ratio : 0), 0) * sideSign(draft.side)
  const atZero = zeroOf(model)
  if (puts >= 0 || atZero === undefined || atZero.slope <= 0 || atZero.value >= 0) return found
  const total = quantity === undefined ? '' : `, down to ${extremeText(atZero.value, toNumber(quantity))} in total`
  return [...found, `Sold puts are not covered: the loss grows to a price of zero${total}.`]
}

function zeroOf(model: PayoffModel): { readonly value: number; readonly slope: number } | undefined {
  if (model.kind === 'model') return model.presentExtremes.atZero
  return model.kind === 'exact'
    ? { value: model.payoff.points[0].value, slope: model.payoff.slopes[0] ?? 0 }
    : undefined
}

const rightOf = (symbol: string): 'call' | 'put' | undefined => {
  const name = parseInstrumentName(symbol)
  return name?.product === 'option' ? name.right : undefined
}

/** Number of half spreads beyond which a price is far from the model's. */
const farHalfSpreads = 3

function farFromModel(draft: Draft, { price, net }: DraftSummary, model: PayoffModel): string | undefined {
  const { scene } = model.kind === 'none' ? { scene: undefined } : model
  if (price === undefined || scene === undefined || net.buyNatural === undefined || net.sellNatural === undefined)
    return undefined
  const now = { atMs: scene.nowMs, volatilityShift: 0 }
  const worth = (payoffBefore(scene.legs, 0, now, Float64Array.of(scene.underlying))[0] ?? 0) * sideSign(draft.side)
  const halfSpread = toNumber(sub(net.buyNatural.price, net.sellNatural.price)) / 2
  if (Math.abs(toNumber(price) - worth) <= farHalfSpreads * Math.max(halfSpread, 0)) return undefined
  return `Model value ${formatNumber(worth, { sign: 'always' })}; your price is ${formatNumber(Math.abs(toNumber(price) - worth))} away.`
}

/** Describes a price outside the bounds of the structure: a guaranteed loss, or a price that nobody would accept. */
function boundCrossed(draft: Draft, { price, legs }: DraftSummary): string | undefined {
  const bounds = price === undefined || legs.length < 2 ? undefined : structureBounds(legs)
  if (price === undefined || bounds === undefined) return undefined
  const value = toNumber(price)
  const { least, most } = bounds
  const paid = payVerb(effectOf(draft.side, price)) ?? 'pay'
  if (most !== 'unlimited' && value > most)
    return draft.side === 'buy'
      ? `Guaranteed loss: worth at most ${formatNumber(most)} at expiry and you ${paid} ${formatNumber(Math.abs(value))}.`
      : `Worth at most ${formatNumber(most)} at expiry: nobody should pay ${formatNumber(value)}.`
  if (least !== 'unlimited' && value < least)
    return draft.side === 'sell'
      ? `Guaranteed loss: worth at least ${formatNumber(least)} at expiry and you ${paid} ${formatNumber(Math.abs(value))}.`
      : `Worth at least ${formatNumber(least)} at expiry: nobody should sell it at ${formatNumber(value)}.`
  return undefined
}

function worseThanNatural(draft: Draft, { price, net }: DraftSummary): string | undefined {
  if (price === undefined) return undefined
  const { buyNatural, sellNatural } = net
  if (draft.side === 'buy' && buyNatural !== undefined && gt(price, buyNatural.price)) {
    return `Legging in would ${effectOf('buy', buyNatural.price) === 'credit' ? 'pay' : 'cost'} you ${exactText(abs(buyNatural.price))} now, better than your price.`
  }
  if (draft.side === 'sell' && sellNatural !== undefined && lt(price, sellNatural.price)) {
    return `Legging in would ${effectOf('sell', sellNatural.price) === 'credit' ? 'pay' : 'cost'} you ${exactText(abs(sellNatural.price))} now, better than your price.`
  }
  return undefined
}
