/** Drawing a payoff: the draft's legs follow; cost and results are shown above. */
import { useEffect, useRef, useState } from 'react'
import { toNumber } from '../../../../core/domain/decimal.ts'
import { parseTypedNumber } from '../../../../core/domain/typed-number.ts'
import { effectLabel, exactText } from '../../../../core/domain/effect-label.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { maxOrderLegs } from '../../../../core/domain/order-rules.ts'
import type { Curve } from '../../../../core/pricing/portfolio/payoff-model.ts'
import type { DrawnPayoff } from '../../../../core/pricing/solve/draw-fit.ts'
import { PayoffChart } from '../../../ui/charts/payoff-chart.tsx'
import { type Range, valueDomain } from '../../../ui/charts/payoff-geometry.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DecimalInput } from '../../../ui/controls/decimal-input.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Age } from '../../../ui/format/figures.tsx'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import type { Edit } from '../draft/draft.ts'
import type { HedgeInputs } from '../structure/use-hedge.ts'
import { rangeOf } from '../payoff/payoff-choices.tsx'
import { PayoffResults } from '../payoff/payoff-results.tsx'
import { DrawLayer } from './draw-layer.tsx'
import { addedAfter, addedKink, humpAt, slopesOf, valueAt } from './draw-moves.ts'
import styles from './draw.module.css'
import type { Gesture } from './use-draw-gesture.ts'
import { type DrawingHandle, useDrawing } from './use-drawing.ts'

interface DrawPanelProps {
  readonly hedging: HedgeInputs
  readonly edit: (edit: Edit) => void
  readonly close: () => void
}

const legCounts = Array.from({ length: maxOrderLegs - 1 }, (_, at) => ({
  value: String(at + 2),
  label: `≤ ${at + 2} legs`,
  count: at + 2,
}))

export function DrawPanel({ hedging, edit, close }: DrawPanelProps) {
  const { derived, draft } = hedging
  const { model, currency, reference, summary } = derived
  const [most, setMost] = useState('6')
  const hand = useDrawing(hedging, edit, legCounts.find(each => each.value === most)?.count ?? maxOrderLegs)
  const { drawing, ground, change } = hand
  const spot = reference === undefined ? undefined : toNumber(reference.price)
  const hump = spot === undefined ? undefined : humpAt(drawing, spot, ground)
  const add = () => {
    const last = drawing.kinks.length - 1
    change(last < 0 ? addedKink(drawing, { price: spot ?? 0, value: 0 }, ground) : addedAfter(drawing, last, ground))
  }
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => start.current?.focus(), [])
  useAmountsHidden()
  return (
    <Panel
      label="Payoff"
      title={`Draw: ${drawing.base}${drawing.expiryMs === 0 ? '' : ` ${shortExpiry(drawing.expiryMs)}`}`}
    >
      <div className={styles.body} data-testid="draw">
        <div className={styles.tools}>
          <Button
            ref={start}
            size="sm"
            disabled={hump === undefined}
            onClick={() => hump !== undefined && change(hump)}
          >
            Hump
          </Button>
          <Button size="sm" disabled={ground.rows.length === 0} onClick={add}>
            Add a kink
          </Button>
          <Button
            size="sm"
            disabled={drawing.kinks.length === 0}
            onClick={() => change({ ...drawing, kinks: [], low: 0, high: 0 })}
          >
            Flat
          </Button>
          <Select label="Legs for a line by hand" compact value={most} options={legCounts} onChange={setMost} />
          <Button size="sm" variant="primary" onClick={close}>
            Done
          </Button>
        </div>
        {model.kind === 'none' ? null : (
          <PayoffResults
            model={model}
            currency={currency}
            quantity={summary.quantity === undefined ? undefined : toNumber(summary.quantity)}
          />
        )}
        <Status hand={hand} hedging={hedging} hasLegs={draft.legs.length > 0} />
        <div className={styles.chart}>
          <DrawChart hand={hand} hedging={hedging} spot={spot} />
        </div>
        <BetweenForm hand={hand} />
      </div>
    </Panel>
  )
}

interface PartProps {
  readonly hand: DrawingHandle
  readonly hedging: HedgeInputs
}

const ratioText = (numbers: readonly number[]): string =>
  numbers.map(each => formatNumber(each, { places: 0 })).join(' : ')

function Status({ hand, hedging, hasLegs }: PartProps & { readonly hasLegs: boolean }) {
  const { draft, derived } = hedging
  const { drawing, wish, why, isForeign } = hand
  const slopes = slopesOf(drawing)
  const isWhole = slopes.every(Number.isInteger)
  const bends = slopes.slice(1).map((slope, at) => slope - (slopes[at] ?? 0))
  const cost = derived.cost === undefined || !hasLegs ? undefined : effectLabel(draft.side, derived.cost.price).text
  return (
    <div className={styles.status}>
      <output data-refused={why === undefined ? undefined : ''}>
        {why ??
          (isForeign
            ? 'The legs of the draft are of several expiries or pay funding: a drawing replaces them.'
            : madeText(hand))}
      </output>
      {drawing.kinks.length > 0 && isWhole && why === undefined ? (
        <span>
          Slopes {ratioText(slopes)}, ratios {ratioText(bends)}
        </span>
      ) : null}
      {cost === undefined || wish?.deviation === Infinity ? null : (
        <span>{`${cost} per package, ${derived.cost?.source ?? ''}`}</span>
      )}
      <span className="muted">
        <Age agoMs={derived.market.receivedAgoMs} words={age => `Quotes ${age} old`} />
      </span>
    </div>
  )
}

function madeText({ drawing, wish }: DrawingHandle): string {
  if (drawing.kinks.length === 0) return 'Press the chart to add a kink, draw a line by hand, or begin with a hump.'
  return wish === undefined
    ? 'The legs pay exactly what is drawn.'
    : `The best legs are within ${formatNumber(wish.deviation, { places: 0 })} of the line.`
}

const curveOf = (
  drawing: DrawnPayoff,
  level: number,
  [from, to]: Range,
  about: Pick<Curve, 'id' | 'label' | 'kind'>,
): Curve => {
  const inside = drawing.kinks.map(kink => toNumber(kink.strike)).filter(price => price > from && price < to)
  const xs = Float64Array.from([from, ...inside, to])
  return { ...about, xs, ys: xs.map(price => valueAt(drawing, price) + level) }
}

/** Price range of the draft, by default a quarter around the underlying, including the drawing. */
function pricesOf({ drawing }: DrawingHandle, { derived }: HedgeInputs, spot: number | undefined): Range {
  const strikes = drawing.kinks.map(kink => toNumber(kink.strike))
  const middle = spot ?? strikes[0] ?? 1
  const range = derived.model.kind === 'none' ? undefined : rangeOf(derived.model)
  const [from, to] = range ?? [middle * 0.75, middle * 1.25]
  return [
    Math.min(from, ...strikes.map(strike => strike * 0.98)),
    Math.max(to, ...strikes.map(strike => strike * 1.02)),
  ]
}

interface DrawingRange {
  readonly prices: Range
  readonly values: Range
}

function DrawChart({ hand, hedging, spot }: PartProps & { readonly spot: number | undefined }) {
  const { drawing, level, wish, why, ground, change, giveUp } = hand
  const { derived } = hedging
  const { model, currency, reference } = derived
  const [gesture, setGesture] = useState<Gesture>()
  // The axes do not move during a gesture.
  const [held, setHeld] = useState<DrawingRange>()
  const prices = held?.prices ?? pricesOf(hand, hedging, spot)
  const shown = gesture === undefined || gesture.held === 'line' ? { drawing, level } : gesture
  const curves = [curveOf(shown.drawing, shown.level, prices, { id: 'expiry', label: 'At expiry', kind: 'expiry' })]
  if (wish !== undefined && gesture === undefined)
    curves.push(
      curveOf(wish.drawing, valueBase(drawing, wish.drawing) + level, prices, {
        id: 'wish',
        label: 'As drawn',
        kind: 'date',
      }),
    )
  const [least, greatest] = valueDomain(curves, prices, undefined)
  const room = (prices[1] - prices[0]) / 6
  const values = held?.values ?? ([Math.min(least, -room / 2), Math.max(greatest, room)] as const)
  const follow = (next: Gesture | undefined) => {
    setGesture(next)
    if (next === undefined) setHeld(undefined)
    else if (held === undefined) setHeld({ prices, values })
  }
  return (
    <PayoffChart
      label="Payoff as drawn"
      curves={curves}
      currency={currency}
      spot={spot}
      spotLabel={reference?.source}
      breakEvens={why === undefined && model.kind !== 'none' && gesture === undefined ? model.breakEvens : []}
      xDomain={prices}
      yDomain={values}
      isQuiet={gesture !== undefined}
    >
      {scales => (
        <DrawLayer
          scales={scales}
          drawing={drawing}
          level={level}
          ground={ground}
          gesture={gesture}
          setGesture={follow}
          change={change}
          giveUp={giveUp}
        />
      )}
    </PayoffChart>
  )
}

function valueBase(drawing: DrawnPayoff, wish: DrawnPayoff): number {
  const first = wish.kinks[0]
  return first === undefined ? 0 : valueAt(drawing, toNumber(first.strike)) - toNumber(first.value)
}

function BetweenForm({ hand }: Pick<PartProps, 'hand'>) {
  const [typed, setTyped] = useState({ from: '', to: '', loss: '' })
  const [answer, setAnswer] = useState<string>()
  const set = (field: keyof typeof typed) => (text: string) => setTyped({ ...typed, [field]: text })
  const find = () => {
    const [from, to, loss] = [parseTypedNumber(typed.from), parseTypedNumber(typed.to), parseTypedNumber(typed.loss)]
    const isWrong = (typed.from !== '' && from === undefined) || (typed.to !== '' && to === undefined)
    if (loss === undefined || isWrong || (from === undefined && to === undefined))
      return setAnswer('Type a price on at least one side, and the most that may be lost.')
    const found = hand.between({ from, to, loss })
    setAnswer(
      found.ok
        ? `Earns at least ${exactText(found.earns)} there and loses at most ${exactText(found.loses)} per package.`
        : found.why,
    )
  }
  return (
    <form
      className={styles.between}
      aria-label="Profit between two prices"
      onSubmit={event => {
        event.preventDefault()
        find()
      }}
    >
      <DecimalInput label="Profit from" value={typed.from} onChange={set('from')} />
      <DecimalInput label="Profit to" value={typed.to} onChange={set('to')} />
      <DecimalInput label="Lose at most" value={typed.loss} onChange={set('loss')} />
      <Button type="submit">Find legs</Button>
      <output>{answer}</output>
    </form>
  )
}
