/** Choices of the risk panel, shared with the screen's keys and stored in this browser. */
import type { BucketLayout, Measure } from '../../../../core/pricing/portfolio/concentration.ts'
import type { PayoffFrom } from '../../../../core/pricing/portfolio/portfolio-payoff.ts'
import { createSetting } from '../../../api/browser/setting.ts'
import { createStore, useStore } from '../../../api/browser/store.ts'
import type { Option } from '../../../ui/controls/option.ts'

export const riskViews = [
  { value: 'payoff', label: 'Payoff', hint: 'Profit and loss of the book of one base over its price' },
  { value: 'stress', label: 'Stress', hint: 'Price × volatility' },
  { value: 'greeks', label: 'Greeks', hint: 'By expiry and by strike' },
  { value: 'shares', label: 'Concentration', hint: 'Where the portfolio is concentrated' },
  { value: 'expiries', label: 'Expiries', hint: 'What expires next, and its effect' },
  { value: 'hedge', label: 'Hedge', hint: 'The cheapest legs that keep your bounds' },
] as const satisfies readonly Option[]

/** The panel's tabs. Concentration is part of Greeks, and Hedge a button beside them. */
export const riskTabs = riskViews.filter(({ value }) => value !== 'shares' && value !== 'hedge')
export const greekViews = [
  { value: 'greeks', label: 'Totals', hint: 'By expiry and by strike' },
  { value: 'shares', label: 'Concentration', hint: 'Where the portfolio is concentrated' },
] as const satisfies readonly Option<RiskView>[]

export const groupings = [
  { value: 'base', label: 'Base' },
  { value: 'expiry', label: 'Expiry' },
  { value: 'structure', label: 'Structure' },
  { value: 'instrument', label: 'Instrument' },
] as const satisfies readonly Option[]

export const measures = [
  { value: 'value', label: 'Value', hint: 'Market value of options, notional of futures and perpetuals' },
  { value: 'delta', label: 'Delta' },
  { value: 'vega', label: 'Vega' },
] as const satisfies readonly Option<Measure>[]

export const layouts = [
  { value: 'expiry', label: 'By expiry' },
  { value: 'strike', label: 'By strike' },
] as const satisfies readonly Option<BucketLayout>[]

export const orders = [
  { value: 'first', label: '1st order', hint: 'Delta, gamma, vega, theta' },
  { value: 'second', label: '2nd order', hint: 'Vanna, volga, charm' },
] as const satisfies readonly Option[]

export const payoffBases = [
  { value: 'mark', label: 'vs mark', hint: 'Profit from now on; now is the model’s value less the venue’s marks' },
  { value: 'entry', label: 'vs entry', hint: 'Including the profit since entry' },
] as const satisfies readonly Option<PayoffFrom>[]

export const horizons = [
  { value: '0', label: 'Instant' },
  { value: '1', label: 'T+1' },
  { value: '7', label: 'T+7' },
] as const satisfies readonly Option[]

export const subsets = ['all', 'picked', 'without'] as const
export type Subset = (typeof subsets)[number]

const choices = {
  view: riskViews.map(option => option.value),
  grouping: groupings.map(option => option.value),
  measure: measures.map(option => option.value),
  layout: layouts.map(option => option.value),
  order: orders.map(option => option.value),
  from: payoffBases.map(option => option.value),
  horizon: horizons.map(option => option.value),
  subset: ['picked', 'all', 'without'],
} as const

export type RiskView = (typeof riskViews)[number]['value']

type Choices = { readonly [K in keyof typeof choices]: (typeof choices)[K][number] }

export interface RiskChoices extends Choices {
  readonly base: string | undefined
}

const key = 'legwork.portfolio.risk'

export function parseRiskChoices(stored: unknown): RiskChoices {
  const given: Record<string, unknown> = typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const pick = <T extends string>(name: string, known: readonly T[]): T =>
    known.find(choice => choice === given[name]) ?? (known[0] as T)
  return {
    view: pick('view', choices.view),
    grouping: pick('grouping', choices.grouping),
    measure: pick('measure', choices.measure),
    layout: pick('layout', choices.layout),
    order: pick('order', choices.order),
    from: pick('from', choices.from),
    horizon: pick('horizon', choices.horizon),
    subset: pick('subset', choices.subset),
    base: typeof given['base'] === 'string' ? given['base'] : undefined,
  }
}

const chosen = createSetting('local', key, parseRiskChoices)

export const chooseRisk = (change: Partial<RiskChoices>): void => void chosen.set({ ...chosen.get(), ...change })

export const useRiskChoices = (): RiskChoices => useStore(chosen)

/** A hedge requested by the command line ("hedge vega < 500"), until the view reads it. */
export const hedgeRequest = createStore<string | undefined>(undefined)

export const hedgeWords = (query: string): string | undefined => /^\s*hedge\s+(\S.*)$/i.exec(query)?.[1]?.trim()
