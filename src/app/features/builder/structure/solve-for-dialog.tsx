/**
 * Solve for one strike, one ratio or the price of the draft, given a target. Shows the nearest answer and others;
 * nothing is sent.
 */
import { useState } from 'react'
import { toNumber } from '../../../../core/domain/decimal.ts'
import { parseTypedNumber } from '../../../../core/domain/typed-number.ts'
import { exactText } from '../../../../core/domain/effect-label.ts'
import { isOption, shortName } from '../../../../core/domain/instrument.ts'
import { priceStepOf } from '../../../../core/domain/package/package-leg.ts'
import {
  type Solution,
  type SolvedFor,
  solveFor,
  type Target,
  targets,
  type Vary,
} from '../../../../core/pricing/solve/solve-for.ts'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DecimalInput } from '../../../ui/controls/decimal-input.tsx'
import { Dialog } from '../../../ui/controls/dialog.tsx'
import { Select } from '../../../ui/controls/select.tsx'
import { Age } from '../../../ui/format/figures.tsx'
import { formatNumber } from '../../../ui/format/format-decimal.ts'
import type { Edit } from '../draft/draft.ts'
import type { SayDone } from '../draft/leg-commands.ts'
import styles from './structure-panel.module.css'
import type { HedgeInputs } from './use-hedge.ts'

interface SolveForProps {
  readonly hedging: HedgeInputs
  readonly current: string | undefined
  readonly edit: (edit: Edit) => void
  readonly say: SayDone
}

const names: Readonly<Record<Target, string>> = {
  premium: 'Net premium paid',
  delta: 'Delta',
  vega: 'Vega',
  loss: 'Maximum loss',
  breakEven: 'Break-even at',
}
const placesOf = (target: Target): number => (target === 'delta' ? 3 : 2)

function solverOf({ draft, derived, index }: HedgeInputs): (vary: Vary, target: Target, wanted: number) => SolvedFor {
  const { summary, cells, surface, nowMs, market } = derived
  return (vary, target, wanted) => {
    if (market.freshness === 'stale' || market.freshness === 'unknown') return { ok: false, why: 'No fresh quotes.' }
    const priceStep = priceStepOf(summary.legs.map(leg => leg.instrument))
    const { legs, side } = draft
    return solveFor(
      { legs, side, price: undefined, priceStep, listed: index, quotes: cells.quotes, surface, nowMs },
      vary,
      target,
      wanted,
    )
  }
}

const missText = ({ missedBy }: Solution, target: Target): string =>
  Math.abs(missedBy) < 1e-9
    ? 'exact'
    : `misses by ${formatNumber(missedBy, { places: placesOf(target), sign: 'always' })}`

function changeText({ legs, price }: Solution, before: HedgeInputs['draft']['legs'], vary: Vary): string {
  if (price !== undefined) return `Price ${exactText(price)}`
  const at = before.findIndex(leg => vary.what !== 'price' && leg.symbol === vary.symbol)
  const leg = legs[at]
  if (leg === undefined) return ''
  return vary.what === 'ratio' ? `${Math.abs(leg.ratio)} × ${shortName(leg.symbol)}` : shortName(leg.symbol)
}

function takeOf(solution: Solution, draft: HedgeInputs['draft'], edit: (edit: Edit) => void): void {
  if (solution.price !== undefined) edit({ kind: 'setPrice', price: solution.price })
  else edit({ kind: 'open', draft: { ...draft, legs: solution.legs, price: '' } })
}

export function SolveFor({ hedging, current, edit, say }: SolveForProps) {
  const [isOpen, setOpen] = useState(false)
  const { draft } = hedging
  const solve = solverOf(hedging)
  const zeroCost = () => {
    const vary: Vary = { what: 'strike', symbol: current ?? '' }
    const found = solve(vary, 'premium', 0)
    const [best] = found.ok ? found.solutions : []
    if (best !== undefined) takeOf(best, draft, edit)
    say(
      undefined,
      best === undefined
        ? found.ok
          ? ''
          : found.why
        : `${changeText(best, draft.legs, vary)}, ${missText(best, 'premium')} at mids`,
    )
  }
  const enabled = draft.legs.length > 0
  useCommands([
    {
      id: 'build.solve',
      name: 'Solve for a strike, a ratio or the price',
      group: 'Build',
      enabled,
      run: () => setOpen(true),
    },
    { id: 'build.zeroCost', name: 'Zero cost: the strike of the current leg', group: 'Build', enabled, run: zeroCost },
  ])
  return isOpen && enabled ? (
    <SolveDialog hedging={hedging} current={current} edit={edit} close={() => setOpen(false)} />
  ) : null
}

function startOf(legs: HedgeInputs['draft']['legs'], current: string | undefined): string {
  const symbol = [current ?? '', ...legs.map(leg => leg.symbol)].find(isOption)
  return symbol === undefined ? 'price' : `strike ${symbol}`
}

interface SolveDialogProps extends Pick<SolveForProps, 'hedging' | 'current' | 'edit'> {
  readonly close: () => void
}

function SolveDialog({ hedging, current, edit, close }: SolveDialogProps) {
  const { draft, derived } = hedging
  const solve = solverOf(hedging)
  const [varied, setVaried] = useState(startOf(draft.legs, current))
  const [target, setTarget] = useState<Target>('premium')
  const [wanted, setWanted] = useState('0')
  const [what = '', symbol = ''] = varied.split(' ')
  const vary: Vary = what === 'price' ? { what } : { what: what === 'ratio' ? 'ratio' : 'strike', symbol }
  const value = parseTypedNumber(wanted)
  const found = value === undefined ? undefined : solve(vary, target, toNumber(value))
  const varieties = [
    ...draft.legs.flatMap(leg => [
      ...(isOption(leg.symbol) ? [{ value: `strike ${leg.symbol}`, label: `Strike of ${shortName(leg.symbol)}` }] : []),
      { value: `ratio ${leg.symbol}`, label: `Ratio of ${shortName(leg.symbol)}` },
    ]),
    { value: 'price', label: 'Price' },
  ]
  return (
    <Dialog open onClose={close} size="sm" title="Solve for" testId="solve-for">
      <div className={styles.solve}>
        <Select label="Change" value={varied} options={varieties} onChange={setVaried} />
        <Select
          label="So that"
          value={target}
          options={targets.map(each => ({ value: each, label: names[each] }))}
          onChange={setTarget}
        />
        <DecimalInput label={names[target]} value={wanted} onChange={setWanted} allowNegative />
        {found?.ok === true ? (
          <ol className={styles.solutions} aria-label="Nearest first">
            {found.solutions.map(solution => (
              <li key={`${solution.price ?? ''} ${solution.legs.map(leg => `${leg.ratio}${leg.symbol}`).join()}`}>
                <span>
                  {changeText(solution, draft.legs, vary)}: {formatNumber(solution.value, { places: placesOf(target) })}
                </span>
                <span className="muted">{missText(solution, target)}</span>
                <Button
                  size="sm"
                  onClick={() => {
                    takeOf(solution, draft, edit)
                    close()
                  }}
                >
                  Use
                </Button>
              </li>
            ))}
          </ol>
        ) : (
          <output>{found === undefined ? 'The target is a number.' : found.why}</output>
        )}
        <p className="muted">
          Per package, at mids of quotes
          <Age agoMs={derived.market.receivedAgoMs} words={age => ` ${age} old`} />.
        </p>
      </div>
    </Dialog>
  )
}
