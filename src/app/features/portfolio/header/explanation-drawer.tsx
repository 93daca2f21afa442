/** Explains a figure: meaning, formula with values, inputs with source and age, exclusions; can be copied. */
import { type ReactNode, useState } from 'react'
import { gapText } from '../../../../core/account/gap.ts'
import type { Decimal } from '../../../../core/domain/decimal.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { Drawer } from '../../../ui/controls/drawer.tsx'
import { Heads } from '../../../ui/controls/heads.tsx'
import { Age, Amount, Pnl } from '../../../ui/format/figures.tsx'
import { RejectedRows } from '../../../ui/panel/rejected-rows.tsx'
import {
  type Explain,
  type ExplainedFigure,
  type ExplainedInput,
  type FigureInputs,
  figureText,
} from './explained-figure.ts'
import type { FigureId } from './figures.tsx'
import styles from './header.module.css'
import { greekExplanations } from './explain-greeks.ts'
import { moneyExplanations } from './explain-money.ts'

const explanations: Readonly<Record<FigureId, Explain>> = { ...moneyExplanations, ...greekExplanations }

export const explainFigure = (id: FigureId, inputs: FigureInputs): ExplainedFigure => explanations[id](inputs)

interface ExplanationDrawerProps {
  readonly explained: FigureId | undefined
  readonly inputs: FigureInputs
  readonly stale: boolean
  readonly choice?: ReactNode
  readonly parts?: ReactNode
  readonly onClose: () => void
}

type Look = ExplainedFigure['look']

interface ShownValueProps {
  readonly value: Decimal | undefined
  readonly places: number
  readonly look: Look
  readonly suffix?: string
}

const ShownValue = ({ look, ...figure }: ShownValueProps) =>
  look === 'pnl' ? <Pnl {...figure} /> : <Amount {...figure} sign={look === 'signed' ? 'always' : 'auto'} />

const shownAtFirst = 100

export function ExplanationDrawer({ explained, inputs, stale, choice, parts, onClose }: ExplanationDrawerProps) {
  const figure = explained === undefined ? undefined : explainFigure(explained, inputs)
  return (
    <Drawer
      open={figure !== undefined}
      onClose={onClose}
      title={figure?.title ?? ''}
      width="lg"
      testId="explanation"
      footer={figure === undefined ? null : <CopyButton label="Copy as text" text={() => figureText(figure)} />}
    >
      {figure === undefined ? null : (
        <Explanation key={figure.title} figure={figure} stale={stale} choice={choice} parts={parts} />
      )}
    </Drawer>
  )
}

interface ExplanationProps extends Pick<ExplanationDrawerProps, 'stale' | 'choice' | 'parts'> {
  readonly figure: ExplainedFigure
}

function Explanation({ figure, stale, choice, parts }: ExplanationProps) {
  const { value, unit, places, look, definition, formula, inputs, notes, leftOut, gap } = figure
  const [shown, setShown] = useState(shownAtFirst)
  const rest = inputs.length - shown
  return (
    <div className={styles.explanation} data-stale={stale}>
      <p className={styles.explained}>
        <ShownValue value={value} places={places} look={look} suffix={unit} />
      </p>
      {choice}
      {parts}
      <p>{definition}</p>
      <p className={styles.formula}>{formula}</p>
      {value === undefined && gap === undefined && <p className="warning">Not shown: an input is missing.</p>}
      {gap !== undefined && <p className="warning">Not known: {gapText(gap)}.</p>}
      {gap?.kind === 'unread' && <RejectedRows rows={gap.rows} label="Show the rows as they came" />}
      {stale && <p className="warning">The figures are old: see their ages.</p>}
      {leftOut.length > 0 && <p className="warning">Left out, since nothing values it: {leftOut.join(', ')}.</p>}
      {inputs.length > 0 && (
        <table className={styles.inputs} aria-label={`Inputs of ${figure.title}`}>
          <Heads of={['Input', unit, 'Source', 'Age']} />
          <tbody>
            {inputs.slice(0, shown).map(input => (
              <Input key={input.id} input={input} places={places} look={look} />
            ))}
          </tbody>
        </table>
      )}
      {rest > 0 && (
        <Button size="sm" onClick={() => setShown(inputs.length)}>
          Show {rest} more
        </Button>
      )}
      {notes.map(note => (
        <p key={note} className={styles.fine}>
          {note}
        </p>
      ))}
    </div>
  )
}

function Input({
  input,
  places,
  look,
}: {
  readonly input: ExplainedInput
  readonly places: number
  readonly look: Look
}) {
  const { name, how, value, source, agoMs, isWarning = false } = input
  return (
    <tr data-warning={isWarning}>
      <th scope="row">
        {name}
        <span className={styles.how}>{how}</span>
      </th>
      <td>
        <ShownValue value={value} places={places} look={look} />
      </td>
      <td className={styles.from}>{source}</td>
      <td>{agoMs === undefined ? 'stored' : <Age agoMs={agoMs} />}</td>
    </tr>
  )
}
