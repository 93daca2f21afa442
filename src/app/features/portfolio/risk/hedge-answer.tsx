/** Result of a hedge search: a sentence, legs, bounds before and after, search scope, and a draft link. */
import { abs, toNumber } from '../../../../core/domain/decimal.ts'
import { exactText } from '../../../../core/domain/effect-label.ts'
import { packageOfPositions } from '../../../../core/domain/package/package-of-positions.ts'
import { builderSearch } from '../../../links/builder-link.ts'
import { packageSearch } from '../../../links/package-link.ts'
import type { Search } from '../../../links/screen-links.ts'
import type { Hedge, HedgeFigure, HedgeLeg } from '../../../../core/pricing/solve/hedge.ts'
import type { HedgeMeasure } from '../../../../core/pricing/solve/hedge-measures.ts'
import { buttonClass } from '../../../ui/controls/button.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'
import { cx } from '../../../ui/cx.ts'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { Age } from '../../../ui/format/figures.tsx'
import { useAmountsHidden } from '../../../ui/format/privacy.ts'
import { Link } from '../../../ui/router/link.tsx'
import styles from './risk.module.css'

type FoundHedge = Extract<Hedge, { readonly kind: 'hedge' }>

interface HedgeAnswerProps {
  readonly hedge: Hedge
  readonly agoMs: () => number | undefined
  readonly labels: Readonly<Record<HedgeMeasure, string>>
}

const places: Readonly<Record<HedgeMeasure, number>> = { delta: 3, gamma: 4, vega: 1, theta: 1, stress: 0, margin: 1 }

function figureText(measure: HedgeMeasure, value: number): string {
  if (measure !== 'margin') return formatAmountNumber(value, { places: places[measure], sign: 'always' })
  return value === Infinity ? 'not covered' : `${formatAmountNumber(value * 100, { places: 1 })} %`
}

function boundText({ measure, low, high }: HedgeFigure): string {
  if (measure === 'margin') return `at most ${figureText(measure, high)}`
  if (high === Infinity) return `at least ${figureText(measure, low)}`
  return low === -Infinity
    ? `at most ${figureText(measure, high)}`
    : `${figureText(measure, low)} to ${figureText(measure, high)}`
}

const money = (value: number): string => formatAmountNumber(value, { places: 2 })
const names: Readonly<Record<HedgeMeasure, string>> = {
  delta: 'Delta',
  gamma: 'Gamma',
  vega: 'Vega',
  theta: 'Theta',
  stress: 'Stress',
  margin: 'Margin',
}
const count = (of: number, what: string): string => `${of} ${what}${of === 1 ? '' : 's'}`

export function hedgeSentence({ legs, spread, figures }: FoundHedge): string {
  const failing = figures.filter(each => each.fails !== undefined)
  if (legs.length === 0 && failing.length === 0) return 'Every bound is met already: there is nothing to trade.'
  const cost =
    legs.length === 0 ? 'No legs come nearer.' : `${count(legs.length, 'leg')} for ${money(spread)} USD in spread.`
  const [alone, together] = (['alone', 'together'] as const).map(kind =>
    failing.flatMap(({ measure, fails }) => (fails === kind ? [names[measure]] : [])).join(' and '),
  )
  return [
    alone === '' ? '' : `${alone} cannot be brought within the bound by the legs and sizes that are quoted.`,
    together === '' ? '' : `${together} cannot be brought within the bound together with the bounds above.`,
    failing.length === 0 || legs.length === 0 ? cost : `The nearest: ${cost}`,
  ]
    .filter(text => text !== '')
    .join(' ')
}

export function proofSentence({ isComplete, least, spread, of, figures }: FoundHedge): string {
  const among = `${count(of, 'instrument')} quoted on both sides`
  if (isComplete)
    return `Every choice among ${among} was compared: none ${figures.some(each => each.fails) ? 'is better' : 'costs less'}.`
  return `The search among ${among} ended early: another choice may cost up to ${money(spread - least)} USD less.`
}

/** A single leg is drafted with its price, a package without one, so that it is quoted. */
function draftOf(legs: readonly HedgeLeg[]): Search | string {
  const [only, ...more] = legs
  if (only !== undefined && more.length === 0) {
    const side = toNumber(only.size) > 0 ? 'buy' : 'sell'
    return builderSearch({
      legs: [{ symbol: only.symbol, ratio: 1 }],
      side,
      quantity: abs(only.size),
      price: only.price,
      mode: 'firm',
    })
  }
  const made = packageOfPositions(legs, 'hold')
  return made.ok ? packageSearch(made.value) : made.problem
}

export function HedgeAnswer({ hedge, agoMs, labels }: HedgeAnswerProps) {
  useAmountsHidden()
  if (hedge.kind === 'refused') {
    return <output className={styles.said}>{hedge.why}</output>
  }
  const draft = hedge.legs.length === 0 ? undefined : draftOf(hedge.legs)
  return (
    <div data-testid="hedge-answer">
      <output className={styles.said}>{hedgeSentence(hedge)}</output>
      {hedge.legs.length > 0 && <Legs legs={hedge.legs} />}
      <Figures figures={hedge.figures} labels={labels} />
      {typeof draft === 'string' && <p className={styles.fine}>{draft}</p>}
      {typeof draft === 'object' && (
        <p className={styles.said}>
          <Link to="/build" search={draft} className={buttonClass({ variant: 'primary', size: 'sm' })}>
            Open as draft
          </Link>
        </p>
      )}
      <p className={styles.fine}>
        {proofSentence(hedge)} At bids and asks
        <Age agoMs={agoMs} words={age => ` ${age} old`} />, no leg beyond the size of its best quote; of options out of
        the money with more than three days to live, and the perpetual.
      </p>
    </div>
  )
}

function Legs({ legs }: { readonly legs: readonly HedgeLeg[] }) {
  return (
    <table className={cx(styles.table, styles.hedges)} aria-label="Legs of the hedge">
      <Heads of={['Leg', 'Price', 'Quoted size']} />
      <tbody>
        {legs.map(({ symbol, name, size, price, quoted }) => (
          <tr key={symbol}>
            <th scope="row">
              {toNumber(size) > 0 ? 'Buy' : 'Sell'} {exactText(abs(size))} {name}
            </th>
            <td>{exactText(price)}</td>
            <td>{quoted === undefined ? '–' : exactText(quoted)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Figures({
  figures,
  labels,
}: {
  readonly figures: readonly HedgeFigure[]
  readonly labels: HedgeAnswerProps['labels']
}) {
  return (
    <table className={styles.table} aria-label="Bounds before and after the hedge">
      <Heads of={['Bound', 'Allowed', 'Now', 'After']} />
      <tbody>
        {figures.map(figure => (
          <tr key={figure.measure}>
            <th scope="row" title={labels[figure.measure]}>
              {names[figure.measure]}
            </th>
            <td>{boundText(figure)}</td>
            <td>{figureText(figure.measure, figure.before)}</td>
            <td className={figure.fails === undefined ? undefined : 'warning'}>
              {figureText(figure.measure, figure.after)} {figure.fails === undefined ? 'kept' : 'not kept'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
