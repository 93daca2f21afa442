/** The form of an alert: figure, direction, level, with the figure's current value. */
import { type ReactNode, useMemo, useState } from 'react'
import { figureText, kindNames, unitOf } from '../../../core/account/alerts/alert-text.ts'
import { type FigureInputs, figureOf, type Subject } from '../../../core/account/alerts/figures.ts'
import { alertLegs } from '../../../core/account/alerts/structure-figures.ts'
import type { AccountChoices } from '../../../core/account/parse-account-choices.ts'
import { addAlert, removeAlert } from '../../api/alerts/alerts.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import {
  type Alert,
  type AlertKind,
  alertKinds,
  daySubject,
  isBeyond,
  subjectNames,
  wholeAccount,
} from '../../../core/domain/alert.ts'
import { numberText, parseTypedNumber } from '../../../core/domain/typed-number.ts'
import { compareBases, parseInstrumentName } from '../../../core/domain/instrument.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { useAccountChoices } from '../../model/account/account-choices.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DecimalInput } from '../../ui/controls/decimal-input.tsx'
import type { Option } from '../../ui/controls/option.ts'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import styles from './alerts.module.css'
import { shownText } from './shown-text.ts'

const kinds: readonly Option<AlertKind>[] = alertKinds.map(value => ({ value, label: kindNames[value] }))
const directions: readonly Option<Alert['direction']>[] = [
  { value: 'above', label: 'rises to' },
  { value: 'below', label: 'falls to' },
]
const usualDirection = (kind: AlertKind): Alert['direction'] =>
  kind === 'day' || kind === 'strike' || kind === 'left' ? 'below' : 'above'

interface AlertFormProps {
  readonly owner: OwnerKey
  readonly initialSubject: Subject | undefined
  readonly edited: Alert | undefined
  readonly leave: () => void
  readonly inputs: FigureInputs
}

const nothing: readonly string[] = []

interface InstrumentOption {
  readonly symbol: string
  readonly base: string
}

const isNamed = (kind: AlertKind): boolean => ['instrument', 'option', 'legs'].includes(subjectNames[kind])

function namedOf(asked: Subject | undefined): InstrumentOption {
  const isSymbol = asked !== undefined && isNamed(asked.kind)
  const isBase =
    asked?.kind === 'upnl' ||
    asked?.kind === 'delta' ||
    asked?.kind === 'vega' ||
    asked?.kind === 'strike' ||
    asked?.kind === 'rank'
  return { symbol: isSymbol ? asked.subject : 'BTC-USD-PERPETUAL', base: isBase ? asked.subject : wholeAccount }
}

function subjectOf(
  kind: AlertKind,
  { symbol, base }: InstrumentOption,
  bases: readonly string[],
  choices: AccountChoices,
): string {
  switch (subjectNames[kind]) {
    case 'instrument':
    case 'option':
    case 'legs':
      return symbol.trim().toUpperCase()
    case 'base':
      return base === wholeAccount ? (bases[0] ?? '') : base
    case 'account':
      return base
    case 'equity':
      return choices.equity
    case 'day':
      return daySubject(choices.equity, choices.dayStart)
    case 'whole':
      return wholeAccount
  }
}

/** Callers must set a new `key` when `initialSubject` changes. */
export function AlertForm({ owner, initialSubject: suggested, edited, leave, inputs }: AlertFormProps) {
  const asked = edited ?? suggested
  useAmountsHidden()
  const { index } = useInstruments()
  const bases = useMemo(() => (index === undefined ? nothing : [...index.bases()].sort(compareBases)), [index])
  const [kind, setKind] = useState<AlertKind>(asked?.kind ?? 'price')
  const [named, setNamed] = useState<InstrumentOption>(() => namedOf(asked))
  const [direction, setDirection] = useState<Alert['direction']>(edited?.direction ?? usualDirection(kind))
  const [level, setLevel] = useState(edited === undefined ? '' : numberText(edited.level))
  const [problem, setProblem] = useState<string>()
  const choices = useAccountChoices()
  const isOfEquity = kind === 'equity' || kind === 'day'
  const subject =
    edited !== undefined && isOfEquity && kind === edited.kind ? edited.subject : subjectOf(kind, named, bases, choices)
  const isListed = index === undefined || alertLegs(subject).every(leg => index.bySymbol(leg.symbol) !== undefined)
  const wrong = wrongSubject({ kind, subject }, isListed)
  const chooseKind = (next: AlertKind): void => {
    setKind(next)
    setDirection(usualDirection(next))
    setProblem(undefined)
  }
  const add = (): void => {
    const parsed = parseTypedNumber(level)
    if (wrong !== undefined) return setProblem(undefined)
    if (parsed === undefined) return setProblem('Enter a number.')
    if (edited !== undefined) removeAlert(owner, edited.id)
    const isSaved = addAlert(owner, { kind, subject, direction, level: parsed })
    setProblem(isSaved ? undefined : 'There are a hundred already: remove one first.')
    if (!isSaved) return
    setLevel('')
    leave()
  }
  return (
    <form
      className={styles.form}
      aria-label={edited === undefined ? 'New alert' : 'Edit alert'}
      onSubmit={event => {
        event.preventDefault()
        add()
      }}
    >
      <Select label="Figure" value={kind} options={kinds} onChange={chooseKind} />
      <SubjectField kind={kind} named={named} subject={subject} bases={bases} wrong={wrong} onChange={setNamed} />
      <div className={styles.levelRow}>
        <Segmented label="When it" value={direction} options={directions} onChange={setDirection} />
        <DecimalInput
          label="Level"
          value={level}
          onChange={setLevel}
          allowNegative
          suffix={unitOf({ kind, subject })}
          {...(problem === undefined ? {} : { error: problem })}
        />
      </div>
      <p className={styles.now}>{nowText({ kind, subject, direction, level }, inputs)}</p>
      <div>
        <Button type="submit" size="sm" variant="primary">
          {edited === undefined ? 'Add alert' : 'Save alert'}
        </Button>
        {edited !== undefined && (
          <Button size="sm" variant="quiet" onClick={leave}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}

function wrongSubject({ kind, subject }: Subject, isListed: boolean): string | undefined {
  const name = subjectNames[kind]
  if (!isNamed(kind)) return undefined
  if (!isListed)
    return name === 'legs'
      ? 'Name listed legs with their ratios, short ones negative: A@1/B@-1.'
      : 'The venue lists no such instrument.'
  return name === 'option' && parseInstrumentName(subject)?.product !== 'option'
    ? 'Name an option, such as BTC-20261225-100000C.'
    : undefined
}

interface SubjectFieldProps {
  readonly kind: AlertKind
  readonly named: InstrumentOption
  readonly subject: string
  readonly bases: readonly string[]
  readonly wrong: string | undefined
  readonly onChange: (next: InstrumentOption) => void
}

function SubjectField({ kind, named, subject, bases, wrong, onChange }: SubjectFieldProps): ReactNode {
  const name = subjectNames[kind]
  if (isNamed(kind)) {
    const error = wrong === undefined ? {} : { error: wrong }
    return (
      <TextInput
        label={name === 'legs' ? 'Legs' : 'Instrument'}
        value={named.symbol}
        onChange={symbol => onChange({ ...named, symbol })}
        {...error}
      />
    )
  }
  if (name !== 'account' && name !== 'base') return null
  const whole =
    name === 'account' ? [{ value: wholeAccount, label: kind === 'strike' ? 'Any strike held' : 'Whole account' }] : []
  const options = [...whole, ...bases.map(asOption)]
  return <Select label="Of" value={subject} options={options} onChange={base => onChange({ ...named, base })} />
}

const asOption = (base: string): Option => ({ value: base, label: base })

type AlertDraft = Pick<Alert, 'kind' | 'subject' | 'direction'> & { readonly level: string }

function nowText(typed: AlertDraft, inputs: FigureInputs): string {
  const now = figureOf(typed, inputs)
  if ('why' in now) return `Not known now (${now.why}): the alert pauses until it is.`
  const level = parseTypedNumber(typed.level)
  const beyond = level !== undefined && isBeyond({ direction: typed.direction, level }, now.value)
  const reached =
    typed.direction === 'above'
      ? 'Already above the level; arms when it falls back'
      : 'Already below the level; arms when it rises back'
  return `Now ${figureText(typed, now.value, shownText)} (${now.source})${beyond ? `. ${reached}` : ''}`
}
