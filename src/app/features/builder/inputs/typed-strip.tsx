/** List of typed inputs in force, each with its age and a reset; empty without any. */
import { serverNowMs } from '../../../api/venue/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatAge } from '../../../ui/format/format-time.ts'
import { useTicking } from '../../../ui/use-tick.ts'
import type { TypedHandle } from './typed-store.ts'
import styles from './typed.module.css'
import { formatDecimal } from '../../../../core/domain/decimal.ts'
import { expiryOf, shortExpiry, shortName } from '../../../../core/domain/instrument.ts'
import type { InputKey, TypedInputs, TypedValue } from '../../../../core/pricing/market/typed-inputs.ts'

interface TypedText {
  readonly key: InputKey
  readonly name: string
  readonly value: string
  readonly atMs: number
}

function typedValueText(key: InputKey, { value, atMs }: TypedValue, base: string): TypedText {
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

export const typedText = (inputs: TypedInputs, base: string, nowMs: number): readonly TypedText[] =>
  [...inputs].filter(([key]) => endOf(key) > nowMs).map(([key, typed]) => typedValueText(key, typed, base))

export function TypedAge({ atMs }: { readonly atMs: number }) {
  const age = useTicking(() =>
    formatAge(Math.floor((serverNowMs() - atMs) / 1000) * 1000).replace(/^(\d)\.0 s$/, '$1 s'),
  )
  return <span className={styles.typed}>{age} ago</span>
}

interface TypedStripProps {
  readonly base: string
  readonly handle: TypedHandle
  readonly nowMs: number
}

export function TypedStrip({ base, handle, nowMs }: TypedStripProps) {
  const all = typedText(handle.inputs, base, nowMs)
  if (all.length === 0) return null
  return (
    <section className={styles.strip} aria-label="Inputs typed by hand" data-testid="typed-inputs">
      <span className="muted">Override:</span>
      {all.map(({ key, name, value, atMs }) => (
        <span key={key} className={styles.chip}>
          {name} <strong>{value}</strong> <TypedAge atMs={atMs} />
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
