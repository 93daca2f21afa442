/** Own answers that may still trade. Ended ones are in the tape, in Orders and in the journal. */
import { useMemo, useState } from 'react'
import { useCapabilities } from '../../api/venue/capabilities.ts'
import { useCommands } from '../../ui/commands/use-commands.ts'
import { Button } from '../../ui/controls/button.tsx'
import { twoLinesPx } from '../../ui/grid/row-height.ts'
import { Table } from '../../ui/grid/table.tsx'
import { Panel } from '../../ui/panel/panel.tsx'
import { useWidth } from '../../ui/panel/use-width.ts'
import { answerColumns, answerSet } from './answer-columns.tsx'
import { type AnswerRow, useAnswerRows } from './answer-rows.ts'
import { WithdrawAll } from './withdraw-all.tsx'

const none = {
  kind: 'empty',
  title: 'No answer of yours works',
  detail: 'Choose a live RFQ and answer it with a firm price.',
} as const
const rowId = (row: AnswerRow): string => row.id
const rowTone = (row: AnswerRow): 'warning' | undefined =>
  row.isThroughFair || row.rfqLife === 'over' ? 'warning' : undefined

export function OwnAnswers() {
  const rows = useAnswerRows()
  const { cancelOrder } = useCapabilities()
  const [isAsked, setAsked] = useState(false)
  const isNarrow = useWidth() === 'narrow'
  const columns = useMemo(() => answerColumns(isNarrow), [isNarrow])
  const enabled = rows.length > 0 && cancelOrder !== 'absent'
  useCommands([
    {
      id: 'flow.withdraw',
      name: 'Withdraw all own answers',
      group: 'Flow',
      keys: 'flow.withdraw',
      enabled,
      run: () => setAsked(true),
    },
  ])
  return (
    <Panel
      title="Own answers"
      testId="own-answers"
      state={rows.length > 0 ? { kind: 'ready' } : none}
      toolbar={
        <Button size="sm" disabled={!enabled} onClick={() => setAsked(true)}>
          Withdraw all
        </Button>
      }
    >
      <Table
        id="own-answers"
        label="Own answers"
        testId="own-answers-grid"
        rows={rows}
        columns={columns}
        columnSet={answerSet}
        rowPx={twoLinesPx}
        rowId={rowId}
        rowTone={rowTone}
      />
      {isAsked && <WithdrawAll answers={rows.map(row => row.answer)} onClose={() => setAsked(false)} />}
    </Panel>
  )
}
