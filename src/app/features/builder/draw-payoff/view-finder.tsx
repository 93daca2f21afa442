/**
 * Structures for a market view: fields, and up to twenty ranked packages with payoffs. Pressing one opens it as a
 * draft.
 */
import { useEffect, useMemo, useState } from 'react'
import { inSlices } from '../../../api/browser/pause.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { canonical, toNumber } from '../../../../core/domain/decimal.ts'
import { parseTypedNumber } from '../../../../core/domain/typed-number.ts'
import { shortExpiry, shortName } from '../../../../core/domain/instrument.ts'
import { payoffModel, presentScenario } from '../../../../core/pricing/portfolio/payoff-model.ts'
import type { MarketView } from '../../../../core/pricing/solve/view-legs.ts'
import {
  type ViewAnswer,
  type ViewOrder,
  viewReason,
  viewSteps,
  type ViewStructure,
} from '../../../../core/pricing/solve/view.ts'
import { PayoffPicture } from '../../../ui/charts/payoff-picture.tsx'
import { DecimalInput } from '../../../ui/controls/decimal-input.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Age } from '../../../ui/format/figures.tsx'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import type { DerivedDraft } from '../derived/use-derived.ts'
import type { Edit } from '../draft/draft.ts'
import type { HedgeInputs } from '../structure/use-hedge.ts'
import styles from './draw.module.css'
import { capital } from '../../../../core/domain/words.ts'

interface ViewFinderProps {
  readonly hedging: HedgeInputs
  readonly edit: (edit: Edit) => void
  readonly close: () => void
}

interface ViewTexts {
  readonly low: string
  readonly high: string
  readonly by: string
  readonly points: string
  readonly loss: string
}

const orders = [
  { value: 'expected', label: 'Expected', hint: 'Average profit over greatest loss' },
  { value: 'risk', label: 'Return on risk', hint: 'Greatest profit in the range over greatest loss' },
  { value: 'spread', label: 'Spread cost', hint: 'What crossing the quotes costs, over greatest loss' },
] as const

function usualView({ reference, listing }: DerivedDraft): ViewTexts {
  const spot = reference === undefined ? 0 : toNumber(reference.price)
  const round = (value: number): string => String(Math.round(value / 1000) * 1000 || '')
  return {
    low: round(spot * 0.95),
    high: round(spot * 1.05),
    by: String(listing.expiryMs ?? ''),
    points: '2',
    loss: '5000',
  }
}

const number = (text: string): number => {
  const value = parseTypedNumber(text)
  return value === undefined ? Number.NaN : toNumber(value)
}

function viewOf({ low, high, by, points, loss }: ViewTexts): MarketView | undefined {
  const most = parseTypedNumber(loss)
  const numbers = { low: number(low), high: number(high), byMs: number(by), points: number(points) }
  return most === undefined || Object.values(numbers).some(Number.isNaN) ? undefined : { ...numbers, loss: most }
}

/** Computed in idle time once per view, with the quotes at that moment; `quotedAtMs` is their server time. */
function useStructures({ derived, index }: HedgeInputs, typed: ViewTexts) {
  const [found, setFound] = useState<{ readonly for: string; readonly answer: ViewAnswer }>()
  const { surface, cells, market } = derived
  const isFresh = market.freshness === 'live' || market.freshness === 'delayed'
  const key = JSON.stringify([typed, surface.base, isFresh])
  const inputsNow = () => {
    const agoMs = market.receivedAgoMs()
    return { key, surface, quotes: cells.quotes, quotedAtMs: agoMs === undefined ? undefined : serverNowMs() - agoMs }
  }
  const [inputs, setInputs] = useState(inputsNow)
  if (inputs.key !== key) setInputs(inputsNow())
  useEffect(() => {
    const stop = new AbortController()
    const view = viewOf(typed)
    const find = async (): Promise<ViewAnswer> => {
      if (view === undefined) return { ok: false, why: 'Each field is a number.' }
      if (!isFresh) return { ok: false, why: 'No fresh quotes.' }
      return await inSlices(viewSteps(view, { universe: index, lookup: index, ...inputs }), stop.signal)
    }
    const run = async (): Promise<void> => {
      try {
        const answer = await find()
        if (!stop.signal.aborted) setFound({ for: inputs.key, answer })
      } catch (error) {
        if (!stop.signal.aborted) throw error
      }
    }
    void run()
    return () => stop.abort()
  }, [typed, isFresh, index, inputs])
  return { answer: found?.for === key ? found.answer : undefined, quotedAtMs: inputs.quotedAtMs }
}

export function ViewFinder({ hedging, edit, close }: ViewFinderProps) {
  const { derived, index } = hedging
  const [typed, setTyped] = useState(() => usualView(derived))
  const [order, setOrder] = useState<ViewOrder>('expected')
  const { answer, quotedAtMs } = useStructures(hedging, typed)
  const set = (field: keyof ViewTexts) => (text: string) => setTyped({ ...typed, [field]: text })
  const expiries = index.expiries(derived.surface.base).map(at => ({ value: String(at), label: shortExpiry(at) }))
  const take = ({ legs, quantity }: ViewStructure) => {
    edit({ kind: 'takeStructure', legs, side: 'buy', quantity: canonical(quantity) })
    close()
  }
  return (
    <Dialog open onClose={close} size="lg" title={`Structures for a view of ${derived.surface.base}`} testId="view">
      <div className={styles.view}>
        <div className={styles.viewFields}>
          <DecimalInput label="From" value={typed.low} onChange={set('low')} />
          <DecimalInput label="To" value={typed.high} onChange={set('high')} />
          <Select label="By" value={typed.by} options={expiries} onChange={set('by')} />
          <DecimalInput label="Volatility ±" suffix="points" value={typed.points} onChange={set('points')} />
          <DecimalInput label="Lose at most" value={typed.loss} onChange={set('loss')} />
        </div>
        <Segmented label="Ranked by" compact hideLabel={false} value={order} options={orders} onChange={setOrder} />
        {answer?.ok === true ? (
          <ol className={styles.found} aria-label="Best first">
            {answer.by[order].map(each => (
              <li key={each.name}>
                <Found structure={each} order={order} derived={derived} take={() => take(each)} />
              </li>
            ))}
          </ol>
        ) : (
          <output>{answer === undefined ? 'Looking …' : answer.why}</output>
        )}
        <p className="muted">
          At bids and asks
          <Age
            agoMs={() => (quotedAtMs === undefined ? undefined : serverNowMs() - quotedAtMs)}
            words={age => ` ${age} old`}
          />
          . The average is over your range, as likely as the surface says, volatilities {typed.points || '0'} points
          lower, unchanged and higher; the loss is the greatest at the first expiry.
          {answer?.ok === true
            ? ` The best of each of ${formatNumber(answer.tried, { places: 0 })} packages tried, by template.`
            : ''}
        </p>
      </div>
    </Dialog>
  )
}

interface FoundProps {
  readonly structure: ViewStructure
  readonly order: ViewOrder
  readonly derived: DerivedDraft
  readonly take: () => void
}

const legsText = (legs: ViewStructure['legs']): string =>
  legs.map(({ symbol, ratio }) => `${ratio > 0 ? '+' : '−'}${Math.abs(ratio)} ${shortName(symbol)}`).join(', ')

function Found({ structure, order, derived, take }: FoundProps) {
  const { surface } = derived
  const { legs, cost } = structure
  const picture = useMemo(() => {
    const model = payoffModel({ legs, cost, surface, nowMs: surface.atMs, scenario: presentScenario })
    const [main] = model.kind === 'none' ? [] : model.curves
    return main === undefined ? undefined : { xs: [...main.xs], ys: [...main.ys] }
  }, [legs, cost, surface])
  return (
    <button type="button" className={styles.card} onClick={take}>
      {picture === undefined ? null : <PayoffPicture {...picture} />}
      <span className={styles.name}>{capital(structure.name)}</span>
      <span className={styles.legs}>
        {canonical(structure.quantity)} × {legsText(legs)}
      </span>
      <span>{viewReason(structure, order)}</span>
    </button>
  )
}
