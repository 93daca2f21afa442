/** Net as the venue has it, or the trades that it is made of; what is net in groups or not. */
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import type { BookView } from './use-book-rows.ts'

const sides = [
  { value: 'net', label: 'Net', hint: 'Positions as the venue nets them' },
  { value: 'trades', label: 'Trades', hint: 'What was opened together, though its legs net with others' },
] as const

const ways = [
  { value: 'grouped', label: 'Grouped', hint: 'By base, expiry and structure' },
  { value: 'flat', label: 'Flat', hint: 'One row a position' },
] as const

interface ViewSwitchProps {
  readonly view: BookView
  readonly choose: (view: BookView) => void
  readonly isPhone: boolean
}

export function ViewSwitch({ view, choose, isPhone }: ViewSwitchProps) {
  const isTrades = view === 'trades'
  useCommands([
    {
      id: 'portfolio.trades',
      name: isTrades ? 'Show positions net' : 'Show trades',
      group: 'Portfolio',
      keys: 'netOrTrades',
      run: () => choose(isTrades ? 'grouped' : 'trades'),
    },
  ])
  return (
    <>
      <Segmented
        label="Positions as"
        hideLabel
        size="sm"
        value={isTrades ? 'trades' : 'net'}
        options={sides}
        onChange={side => choose(side === 'trades' ? 'trades' : 'grouped')}
      />
      {view !== 'trades' && !isPhone && <Segmented label="Rows" hideLabel size="sm" value={view} options={ways} onChange={choose} />}
    </>
  )
}
