/** What was typed in the place of the market's, wherever it acts: each with its age and the way back. Nothing where nothing was typed. */
import { serverNowMs } from '../../../api/venue/clock.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { formatAge } from '../../../ui/format/format-time.ts'
import { useTicking } from '../../../ui/use-tick.ts'
import type { TypedHandle } from './typed-store.ts'
import styles from './typed.module.css'
import { typedText } from './typed-text.ts'

/** "3 m ago": when a value was typed. */
export function TypedAge({ atMs }: { readonly atMs: number }) {
  const age = useTicking(() => formatAge(Math.floor((serverNowMs() - atMs) / 1000) * 1000).replace(/^(\d)\.0 s$/, '$1 s'))
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
