/** Greeks of the draft, and of the portfolio before and after it. */
import { Fragment, type ReactNode } from 'react'
import { createSetting } from '../../../api/browser/setting.ts'
import { useStore } from '../../../api/browser/store.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import type { Scenario } from '../../../../core/pricing/payoff-before.ts'
import type { PartEffect } from '../../../../core/pricing/portfolio/part-effect.ts'
import { formatAmountNumber } from '../../../ui/format/amounts.ts'
import { dash, formatNumber } from '../../../ui/format/format-decimal.ts'
import { dayText } from '../../../ui/format/format-time.ts'
import { withinCell } from '../../../ui/format/within-cell.ts'
import { deltaTitle } from '../../../ui/order/greek-label.ts'
import styles from './effects-panel.module.css'

export interface Effects {
  /** For the whole order, not one package. */
  readonly draft: PartEffect | undefined
  readonly before: PartEffect | undefined
  readonly after: PartEffect | undefined
  /** Horizon of all worst cases; undefined if no expiry is listed. */
  readonly horizonMs: number | undefined
  readonly chosen?: Scenario | undefined
  readonly gap?: string | undefined
}

interface EffectsPanelProps {
  readonly effects: Effects
  readonly underlying: number | undefined
  readonly currency: string
}

const firstHeads = (by: string, currency: string): readonly (readonly [ReactNode, string])[] => [
  ['Δ', deltaTitle],
  ['Γ 1 %', 'Gamma: coins of delta per 1 % of the price'],
  ['Vega', `${currency} per volatility point`],
  ['Theta', `${currency} per calendar day`],
  [
    <Fragment key="worst">
      Worst ±3σ<span className={styles.horizon}>{by}</span>
    </Fragment>,
    `Least profit${by}, ${currency}, over prices within three deviations of it; all three over that one time, the book from its marks now`,
  ],
]

const isSecondChosen = createSetting('local', 'legwork.build.second-order', stored => stored === true)

export function EffectsPanel({ effects, underlying, currency }: EffectsPanelProps) {
  const isSecond = useStore(isSecondChosen)
  const by = effects.horizonMs === undefined ? '' : ` by ${shortExpiry(effects.horizonMs)}`
  const heads: readonly (readonly [ReactNode, string])[] = isSecond
    ? [
        ['Vanna', 'Coins of delta per volatility point'],
        ['Volga', `${currency} of vega per volatility point`],
        ['Charm', 'Coins of delta per calendar day'],
      ]
    : firstHeads(by, currency)
  const row = { underlying, isSecond }
  return (
    <section className={styles.panel} aria-label="Greeks">
      <table
        className={styles.effects}
        aria-label="Greeks of the draft, and of the book before and after it"
        data-testid="effects-table"
      >
        <thead>
          <tr>
            <th scope="col">
              {effects.chosen !== undefined && `${scenarioText(effects.chosen)} `}
              <button
                type="button"
                className={styles.order}
                aria-label="Greeks of the second order"
                aria-pressed={isSecond}
                onClick={() => isSecondChosen.set(!isSecond)}
              >
                {isSecond ? '1st' : '2nd'}
                {effects.chosen === undefined && ' order'}
              </button>
            </th>
            {heads.map(([letter, title]) => (
              <th key={title} scope="col" title={title}>
                {letter}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Row name="Draft, total" effect={effects.draft} {...row} />
          <Row name="Book before" effect={effects.before} {...row} />
          <Row name="Book after" effect={effects.after} {...row} />
          {effects.gap !== undefined && (
            <tr>
              <td colSpan={heads.length + 1} className={styles.gap}>
                The book is not known: {effects.gap}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  )
}

function scenarioText({ atMs, volatilityShift }: Scenario): string {
  const points =
    volatilityShift === 0 ? '' : `, ${formatNumber(volatilityShift * 100, { places: 0, sign: 'always' })} pts`
  return `On ${dayText(atMs)}${points}`
}

/** Narrowest column widths in px, as in `within-cell.ts`: of a greek, and of a worst case. */
const narrowest = { greek: 70, worst: 96 }

function Figure({ text, widthPx = narrowest.greek }: { readonly text: string; readonly widthPx?: number }) {
  const shown = withinCell(text, widthPx)
  return <td {...(shown !== text && { title: text })}>{shown}</td>
}

interface RowProps {
  readonly name: string
  readonly effect: PartEffect | undefined
  readonly underlying: number | undefined
  readonly isSecond: boolean
}

function Row({ name, effect, underlying, isSecond }: RowProps) {
  const greeks = effect?.greeks
  const signed = (value: number | undefined, places: number): string =>
    value === undefined ? dash : formatAmountNumber(value, { places, sign: 'always' })
  // Fewer decimals for large values, so that columns do not touch.
  const fine = (value: number | undefined, places: number): string => {
    const whole = Math.abs(value ?? 0)
    return signed(value, whole < 1 ? places : Math.max(0, Math.min(places, 3 - Math.floor(Math.log10(whole)))))
  }
  return (
    <tr
      title={effect === undefined ? 'Not known: positions, or a price or volatility of a leg, are missing' : undefined}
    >
      <th scope="row">{name}</th>
      {isSecond ? (
        <>
          <Figure text={fine(greeks?.vannaPerVolPoint, 4)} />
          <Figure text={signed(greeks?.volgaPerVolPoint, 2)} />
          <Figure text={fine(greeks?.charmPerDay, 4)} />
        </>
      ) : (
        <>
          <Figure text={fine(greeks?.delta, 3)} />
          <Figure
            text={fine(
              greeks === undefined || underlying === undefined ? undefined : greeks.gamma * underlying * 0.01,
              4,
            )}
          />
          <Figure text={signed(greeks?.vegaPerVolPoint, 1)} />
          <Figure text={signed(greeks?.thetaPerDay, 1)} />
          <Figure text={signed(effect?.worst, 0)} widthPx={narrowest.worst} />
        </>
      )}
    </tr>
  )
}
