/** A new threshold: of which figure, above or below which level; the figure as it stands now beside it. */
import { useState } from 'react'
import { useInstruments } from '../../api/market/instruments.ts'
import type { OwnerKey } from '../../api/venue/owner-key.ts'
import { addThreshold } from '../../api/alerts/thresholds.ts'
import { parseDecimal } from '../../domain/decimal.ts'
import { type Threshold, type ThresholdKind, isBeyond, wholeAccount } from '../../domain/threshold.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DecimalInput } from '../../ui/controls/decimal-input.tsx'
import type { Option } from '../../ui/controls/option.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import styles from './attention.module.css'
import { type FigureInputs, figureOf } from './figures.ts'
import { figureWords } from './threshold-words.ts'
import { useFigureInputs } from './use-figures.ts'

const kinds: readonly Option<ThresholdKind>[] = [
  { value: 'price', label: 'Price' },
  { value: 'upnl', label: 'uPnL' },
  { value: 'delta', label: 'Delta' },
]
const directions: readonly Option<Threshold['direction']>[] = [
  { value: 'above', label: 'rises to' },
  { value: 'below', label: 'falls to' },
]

interface ThresholdFormProps {
  readonly owner: OwnerKey
  /** What to begin with. */
  readonly asked: Pick<Threshold, 'kind' | 'subject'> | undefined
}

const nothing: readonly string[] = []

/** Mount anew for another `asked`. */
export function ThresholdForm({ owner, asked }: ThresholdFormProps) {
  useAmountsHidden()
  const { index } = useInstruments()
  const bases = index?.bases() ?? nothing
  const [kind, setKind] = useState<ThresholdKind>(asked?.kind ?? 'price')
  const [symbol, setSymbol] = useState(asked?.kind === 'price' ? asked.subject : 'BTC-USD-PERPETUAL')
  const [base, setBase] = useState(asked !== undefined && asked.kind !== 'price' ? asked.subject : wholeAccount)
  const [direction, setDirection] = useState<Threshold['direction']>('above')
  const [level, setLevel] = useState('')
  const [problem, setProblem] = useState<string>()
  const inputs = useFigureInputs(true)
  const ofBase = kind === 'delta' && base === wholeAccount ? (bases[0] ?? '') : base
  const subject = kind === 'price' ? symbol.trim().toUpperCase() : ofBase
  const unlisted = kind === 'price' && index !== undefined && index.bySymbol(subject) === undefined
  const add = (): void => {
    const parsed = parseDecimal(level.trim().replace('−', '-'))
    if (unlisted) return setProblem(undefined)
    if (parsed === undefined) return setProblem('Enter a number.')
    const isKept = addThreshold(owner, { kind, subject, direction, level: parsed })
    setProblem(isKept ? undefined : 'There are a hundred already: remove one first.')
    if (isKept) setLevel('')
  }
  const options = [...(kind === 'upnl' ? [{ value: wholeAccount, label: 'Whole account' }] : []), ...bases.map(asOption)]
  return (
    <form
      className={styles.form}
      aria-label="New threshold"
      onSubmit={event => {
        event.preventDefault()
        add()
      }}
    >
      <Segmented label="Figure" hideLabel size="sm" value={kind} options={kinds} onChange={setKind} />
      {kind === 'price' ? (
        <TextInput
          label="Instrument"
          value={symbol}
          onChange={setSymbol}
          {...(unlisted ? { error: 'The venue lists no such instrument.' } : {})}
        />
      ) : (
        <Select label="Of" value={ofBase} options={options} onChange={setBase} />
      )}
      <div className={styles.levelRow}>
        <Segmented label="When it" value={direction} options={directions} onChange={setDirection} />
        <DecimalInput
          label="Level"
          value={level}
          onChange={setLevel}
          allowNegative
          {...(problem === undefined ? {} : { error: problem })}
        />
      </div>
      <p className={styles.now}>{nowWords({ kind, subject, direction, level }, inputs)}</p>
      <div>
        <Button type="submit" size="sm" variant="primary">
          Add alert
        </Button>
      </div>
    </form>
  )
}

const asOption = (base: string): Option => ({ value: base, label: base })

type Typed = Pick<Threshold, 'kind' | 'subject' | 'direction'> & { readonly level: string }

function nowWords(typed: Typed, inputs: FigureInputs): string {
  const now = figureOf(typed, inputs)
  if (now === undefined) return 'Not known now: nothing is told while an input is missing.'
  const level = parseDecimal(typed.level.trim())
  const beyond = level !== undefined && isBeyond({ direction: typed.direction, level }, now.value)
  return `Now ${figureWords(typed, now.value)} (${now.source})${beyond ? ': beyond it already, told once it comes back and crosses again' : ''}`
}
