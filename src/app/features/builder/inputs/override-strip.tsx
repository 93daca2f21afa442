/** List of typed inputs in force, each with its age and a reset; empty without any. */
import { serverNowMs } from '../../../api/venue/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatAge } from '../../../ui/format/format-time.ts'
import { useTicking } from '../../../ui/use-tick.ts'
import type { OverridesHandle } from './override-store.ts'
import styles from './typed.module.css'
import { formatDecimal } from '../../../../core/domain/decimal.ts'
import { expiryOf, shortExpiry, shortName } from '../../../../core/domain/instrument.ts'
import type { InputKey, Overrides, OverrideValue } from '../../../../core/pricing/market/overrides.ts'

interface OverrideText {
  readonly key: InputKey
  readonly name: string
  readonly value: string
  readonly atMs: number
}

function overrideText(key: InputKey, { value, atMs }: OverrideValue, base: string): OverrideText {
  const [kind = '', of = ''] = key.split(' ')
  const expiry = () => shortExpiry(Number.parseInt(of, 10))
  switch (kind) {
    case 'forward':
      return { key, name: `forward ${expiry()}`, value: formatDecimal(value), atMs }
    case 'shift':
      return { key, name: `IV ${expiry()}`, value: `${formatDecimal(value, { sign: 'always' })} points`, atMs }
    case 'volatility':
      return { key, name: `IV ${shortName(of)}`, value: `${formatDecimal(value)} %`, atMs }
    default:
      return { key, name: `${base} price`, value: formatDecimal(value), atMs }
  }
}

function endOf(key: InputKey): number {
  const [kind = '', of = ''] = key.split(' ')
  if (kind === 'forward' || kind === 'shift') return Number.parseInt(of, 10)
  return (kind === 'volatility' ? expiryOf(of) : undefined) ?? Number.POSITIVE_INFINITY
}

export const overrideTexts = (inputs: Overrides, base: string, nowMs: number): readonly OverrideText[] =>
  [...inputs].filter(([key]) => endOf(key) > nowMs).map(([key, typed]) => overrideText(key, typed, base))

export function OverrideAge({ atMs }: { readonly atMs: number }) {
  const age = useTicking(() =>
    formatAge(Math.floor((serverNowMs() - atMs) / 1000) * 1000).replace(/^(\d)\.0 s$/, '$1 s'),
  )
  return <span className={styles.typed}>{age} ago</span>
}

interface OverrideStripProps {
  readonly base: string
  readonly handle: OverridesHandle
  readonly nowMs: number
}

export function OverrideStrip({ base, handle, nowMs }: OverrideStripProps) {
  const all = overrideTexts(handle.inputs, base, nowMs)
  if (all.length === 0) return null
  return (
    <section className={styles.strip} aria-label="Inputs typed by hand" data-testid="typed-inputs">
      <span className="muted">Override:</span>
      {all.map(({ key, name, value, atMs }) => (
        <span key={key} className={styles.chip}>
          {name} <strong>{value}</strong> <OverrideAge atMs={atMs} />
          <button
            type="button"
            className={styles.reset}
            aria-label={`${name}: back to the market`}
            title="Use market"
            onClick={() => handle.clear(key)}
          >
            ×
          </button>
        </span>
      ))}
      <Button size="sm" variant="quiet" onClick={handle.clearAll}>
        Use market
      </Button>
    </section>
  )
}
