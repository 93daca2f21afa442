import { type RecorderState, type Span, useRecorderState } from '../../api/recorder/recorder-state.ts'
import { stripHostile } from '../../../core/domain/safe-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { formatZoned, zoneLabel } from '../../ui/format/zoned-time.ts'
import { Panel } from '../../ui/panel/panel.tsx'
import { RecorderAlerts } from './recorder-alerts.tsx'
import styles from './settings.module.css'

const mostShown = 6

export function RecorderSection() {
  const state = useRecorderState()
  if (state.kind === 'none') return null
  return (
    <Panel title="Recorder" padded>
      <div className={styles.stack}>
        <p className={styles.note}>{recorderText(state)}</p>
        {state.kind === 'to_choose' ? <Choice {...state} /> : null}
        {state.kind === 'followed' ? <Followed state={state} /> : null}
        <RecorderAlerts />
      </div>
    </Panel>
  )
}

function recorderText(state: Exclude<RecorderState, { readonly kind: 'none' }>): string {
  switch (state.kind) {
    case 'asking':
      return 'Asking the recorder …'
    case 'not_recorded':
      return 'The recorder does not follow this account for this token. History is what this browser saw.'
    case 'to_choose':
      return 'The recorder lists accounts under other names for this token. Is one of them the account that you are signed in to? Its history is then merged with this browser’s, which cannot be undone.'
    case 'failed':
      return `${state.text} Since ${formatZoned(state.sinceMs)}; history is what this browser has so far.`
    case 'followed':
      return 'History and Journal show what the recorder and this browser saw, each row once. Notes are shared by all who may see the account.'
  }
}

function Choice({ names, choose }: Extract<RecorderState, { readonly kind: 'to_choose' }>) {
  return (
    <div className={styles.row}>
      {names.map(name => (
        <Button key={name} onClick={() => choose(name)}>
          {`It is ${stripHostile(name, 80)}`}
        </Button>
      ))}
    </div>
  )
}

function Followed({ state }: { readonly state: Extract<RecorderState, { readonly kind: 'followed' }> }) {
  const { name, forget, isFollowed, covered, takenAtMs, mayWriteNotes } = state
  const shown = covered.toReversed().slice(0, mostShown)
  return (
    <>
      <DefinitionList
        items={[
          { term: 'Account', value: stripHostile(name, 80) },
          {
            term: 'Now',
            value: isFollowed ? 'recording' : 'not recording: only this browser observes the account now',
          },
          { term: 'Taken over', value: `up to ${formatZoned(takenAtMs)}` },
          {
            term: 'Seen',
            value: shown.length === 0 ? 'nothing yet' : <Spans spans={shown} more={covered.length - shown.length} />,
          },
          { term: 'Notes', value: mayWriteNotes ? 'shared' : 'shared, read only for this token' },
        ]}
      />
      {forget === undefined ? null : (
        <div>
          <Button onClick={forget}>It is another account</Button>
        </div>
      )}
    </>
  )
}

function spanText({ fromMs, toMs }: Span): string {
  const day = formatZoned(fromMs, 'date')
  if (day !== formatZoned(toMs, 'date')) return `${formatZoned(fromMs)} to ${formatZoned(toMs)}`
  return `${day} ${formatZoned(fromMs, 'time')} to ${formatZoned(toMs, 'time')} ${zoneLabel(toMs)}`
}

function Spans({ spans, more }: { readonly spans: readonly Span[]; readonly more: number }) {
  return (
    <>
      {spans.map(span => (
        <div key={span.fromMs}>{spanText(span)}</div>
      ))}
      {more > 0 ? <div>and {more} earlier</div> : null}
    </>
  )
}
