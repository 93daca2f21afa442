/**
 * Structures for a market view: "between 105,000 and 115,000 by 25DEC26, volatility within 2 points, lose at most
 * 5,000". Every template is tried, long and short, at the strikes and expiries around the view, at asks and bids. The
 * expected profit is the average over the range, weighted by the surface's probabilities, at lower, equal and higher
 * volatility. The loss is the worst at the first expiry at any price. The best package of each template is ranked, in
 * the size that keeps the loss limit.
 */
import { type Decimal, decimalFromNumber, gt, lt, min, roundToStep, toNumber } from '../../domain/decimal.ts'
import { expiryOf } from '../../domain/instrument.ts'
import type { InstrumentLookup } from '../../domain/order-rules.ts'
import { type PackageLeg, packageSize } from '../../domain/package/package-leg.ts'
import type { Steps } from '../../domain/steps.ts'
import { countNeeded } from '../../domain/structures/instantiate.ts'
import { templates } from '../../domain/structures/templates.ts'
import type { TemplateForm } from '../../domain/structures/template.ts'
import { costOf, createPricer, type MarketView, type PricedLeg, type ViewMarket } from './view-legs.ts'

const viewOrders = ['expected', 'risk', 'spread'] as const
export type ViewOrder = (typeof viewOrders)[number]

export interface ViewStructure {
  readonly name: string
  readonly legs: readonly PackageLeg[]
  readonly quantity: Decimal
  readonly cost: number
  readonly expected: number
  readonly best: number
  readonly loss: number
  readonly spread: number
}

export type ViewAnswer =
  | {
      readonly ok: true
      readonly by: Readonly<Record<ViewOrder, readonly ViewStructure[]>>
      readonly tried: number
    }
  | { readonly ok: false; readonly why: string }

const mostShown = 20

const refused = (why: string): ViewAnswer => ({ ok: false, why })

interface Candidate {
  readonly name: string
  readonly legs: readonly PricedLeg[]
  readonly cost: number
  readonly expected: number
  readonly best: number
  readonly loss: number
  readonly spread: number
}

const score: Readonly<Record<ViewOrder, (candidate: Candidate) => number>> = {
  expected: ({ expected, loss }) => expected / loss,
  risk: ({ best, loss }) => best / loss,
  spread: ({ spread, loss }) => -spread / loss,
}

export function* viewSteps(
  view: MarketView,
  market: ViewMarket & { readonly lookup: InstrumentLookup },
): Steps<ViewAnswer> {
  const wrong = contradiction(view, market)
  if (wrong !== undefined) return refused(wrong)
  const pricer = createPricer(view, market)
  if (typeof pricer === 'string') return refused(pricer)
  const bests = new Map<ViewOrder, Map<string, Candidate>>(viewOrders.map(order => [order, new Map()]))
  let tried = 0
  for (const { form, name, sign } of directed) {
    for (const expiries of pricer.expiries(countNeeded(form).expiries)) {
      yield undefined
      for (const legs of pricer.placed(form, sign, expiries)) {
        tried += 1
        const candidate = measured(name, legs, pricer)
        if (candidate === undefined || candidate.loss * pricer.leastSize > toNumber(view.loss)) continue
        for (const order of viewOrders) keepBest(bests.get(order) ?? new Map(), candidate, score[order])
      }
    }
  }
  const ranked = (order: ViewOrder): readonly ViewStructure[] =>
    rankedOf([...(bests.get(order)?.values() ?? [])], order, view, market)
  const by = { expected: ranked('expected'), risk: ranked('risk'), spread: ranked('spread') }
  return by.expected.length === 0
    ? refused(`No quoted structure earns on average there and loses at most ${view.loss}.`)
    : { ok: true, by, tried }
}

interface DirectedTemplate {
  readonly form: TemplateForm
  readonly name: string
  readonly sign: 1 | -1
}

/** Excluded, because it trades a difference of carry, and a view moves every forward with the index. */
const unmodelled = new Set(['jelly roll'])

/** Every form, long and short, once: a short that equals another template's long is skipped. */
const directed: readonly DirectedTemplate[] = templates.flatMap(template => {
  if (unmodelled.has(template.name)) return []
  const bought = new Set(templates.flatMap(each => each.forms.map(form => form.name ?? each.name)))
  return template.forms.flatMap((form): DirectedTemplate[] => {
    const soldName = form.soldName ?? template.soldName
    const long: DirectedTemplate = { form, name: form.name ?? template.name, sign: 1 }
    return bought.has(soldName) ? [long] : [long, { form, name: soldName, sign: -1 }]
  })
})

function contradiction({ low, high, byMs, points, loss }: MarketView, { surface }: ViewMarket): string | undefined {
  if (!(low < high)) return 'The lower price is not below the upper one.'
  if (!(low > 0)) return 'A price is above zero.'
  if (byMs <= surface.atMs) return 'That day has passed.'
  if (!(points >= 0)) return 'Volatility points are zero or more.'
  return gt(loss, '0' as Decimal) ? undefined : 'A loss is a number above zero.'
}

/** Undefined if the average is a loss, or the maximum loss is zero or unlimited. */
function measured(
  name: string,
  legs: readonly PricedLeg[],
  pricer: Exclude<ReturnType<typeof createPricer>, string>,
): Candidate | undefined {
  let [expected, spread] = [0, 0]
  for (const { ratio, option } of legs) {
    expected += ratio * (option.average - (ratio > 0 ? option.ask : option.bid))
    spread += (Math.abs(ratio) * (option.ask - option.bid)) / 2
  }
  if (!(expected > 0)) return undefined
  const loss = pricer.lossOf(legs)
  if (!(loss > 0) || loss === Infinity) return undefined
  return { name, legs, cost: costOf(legs), expected, spread, loss, best: pricer.bestOf(legs) }
}

function keepBest(
  known: Map<string, Candidate>,
  candidate: Candidate,
  scoreOf: (candidate: Candidate) => number,
): void {
  const before = known.get(candidate.name)
  if (before === undefined || scoreOf(candidate) > scoreOf(before)) known.set(candidate.name, candidate)
}

function rankedOf(
  candidates: readonly Candidate[],
  order: ViewOrder,
  { loss }: MarketView,
  { lookup }: { readonly lookup: InstrumentLookup },
): readonly ViewStructure[] {
  const shown: ViewStructure[] = []
  const payoffs = new Set<string>()
  for (const candidate of candidates.toSorted((a, b) => score[order](b) - score[order](a))) {
    const quantity = sizeFor(candidate, loss, lookup)
    const payoff = payoffKey(candidate.legs)
    if (quantity === undefined || payoffs.has(payoff) || shown.length >= mostShown) continue
    payoffs.add(payoff)
    const times = toNumber(quantity)
    shown.push({
      name: candidate.name,
      legs: candidate.legs.map(({ ratio, option }) => ({ symbol: option.symbol, ratio })),
      quantity,
      cost: candidate.cost,
      expected: candidate.expected * times,
      best: candidate.best * times,
      loss: candidate.loss * times,
      spread: candidate.spread * times,
    })
  }
  return shown
}

/** Bends by expiry and strike: calls and puts with one payoff have the same key. */
function payoffKey(legs: readonly PricedLeg[]): string {
  const bends = new Map<string, number>()
  for (const { ratio, option } of legs) {
    const key = `${option.expiryMs} ${option.strike}`
    bends.set(key, (bends.get(key) ?? 0) + ratio)
  }
  return [...bends]
    .map(([key, bend]) => `${key} ${bend}`)
    .sort()
    .join()
}

function sizeFor({ legs, loss }: Candidate, most: Decimal, lookup: InstrumentLookup): Decimal | undefined {
  const sized = legs.flatMap(({ ratio, option }) => {
    const instrument = lookup.bySymbol(option.symbol)
    return instrument === undefined ? [] : [{ ratio, instrument }]
  })
  const size = sized.length === legs.length ? packageSize(sized) : undefined
  const fits = decimalFromNumber(toNumber(most) / loss)
  if (size === undefined || fits === undefined) return undefined
  const quantity = min(size.most, roundToStep(fits, size.step, 'down'))
  return lt(quantity, size.least) ? undefined : quantity
}

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })
const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

export function viewReason({ legs, expected, best, loss, spread }: ViewStructure, order: ViewOrder): string {
  // Legs that outlive the first expiry are valued at sampled prices only.
  const expiries = new Set(legs.map(leg => expiryOf(leg.symbol)))
  const risk = `the ${whole.format(loss)}${expiries.size > 1 ? ' or so' : ''} it can lose`
  if (order === 'expected')
    return `Earns ${whole.format(expected)} on average if you are right, ${percent.format(expected / loss)} of ${risk}.`
  if (order === 'risk')
    return `Earns up to ${whole.format(best)} in your range, ${(best / loss).toFixed(1)} times ${risk}.`
  return `Its quotes cost ${whole.format(spread)} to cross, ${percent.format(spread / loss)} of ${risk}.`
}
