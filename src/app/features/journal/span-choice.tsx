/** The time that a view of the journal is about: a period up to now, or typed ends. */
import type { ReactNode } from 'react'
import type { Option } from '../../ui/controls/option.ts'
import { Select } from '../../ui/controls/select.tsx'
import { TextInput } from '../../ui/controls/text-input.tsx'
import { periods } from './filter-bar.tsx'
import { beginMs, type Period } from './journal-filters.ts'
import { type ReadSpan, readSpan, type TypedSpan } from './quality-span.ts'

export interface ChosenSpan {
  readonly span: Period | 'typed'
  readonly typed: TypedSpan
}

export const allTime: ChosenSpan = { span: 'all', typed: { from: '', to: '' } }

const spans: readonly Option<ChosenSpan['span']>[] = [...periods, { value: 'typed', label: 'From – to' }]

export const spanOf = ({ span, typed }: ChosenSpan, openedMs: number): ReadSpan =>
  span === 'typed'
    ? readSpan(typed)
    : { fromMs: span === 'all' ? 0 : beginMs(span, openedMs), toMs: Number.POSITIVE_INFINITY, errors: {} }

interface SpanChoiceProps {
  readonly chosen: ChosenSpan
  readonly errors: ReadSpan['errors']
  readonly onChange: (chosen: ChosenSpan) => void
}

export function SpanChoice({ chosen, errors, onChange }: SpanChoiceProps): ReactNode {
  const { span, typed } = chosen
  return (
    <>
      <Select
        label="Period"
        compact
        value={span}
        options={spans}
        onChange={next => onChange({ ...chosen, span: next })}
      />
      {span === 'typed' &&
        (['from', 'to'] as const).map(end => (
          <TextInput
            key={end}
            label={end === 'from' ? 'From (UTC)' : 'To, included (UTC)'}
            placeholder="2026-11-20 08:00"
            value={typed[end]}
            error={errors[end]}
            onChange={text => onChange({ ...chosen, typed: { ...typed, [end]: text } })}
          />
        ))}
    </>
  )
}
