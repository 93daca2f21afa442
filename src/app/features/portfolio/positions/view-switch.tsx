/** Switch between net positions, grouped or flat, and trades. */
import { memo } from 'react'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import type { PositionsView } from './positions-table.ts'

const ways = [
  { value: 'grouped', label: 'Net', hint: 'Positions as the venue nets them, by base, expiry and structure' },
  { value: 'flat', label: 'Flat', hint: 'Positions as the venue nets them, one row each' },
  { value: 'trades', label: 'Trades', hint: 'Legs that were opened together, even if they net with others' },
] as const satisfies readonly { value: PositionsView; label: string; hint: string }[]

const phoneWays = [{ ...ways[1], label: 'Net' }, ways[2]] as const

interface ViewSwitchProps {
  readonly view: PositionsView
  readonly choose: (view: PositionsView) => void
  readonly isPhone: boolean
}

export const ViewSwitch = memo(function ViewSwitch({ view, choose, isPhone }: ViewSwitchProps) {
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
    <Segmented<PositionsView>
      label="Positions as"
      compact
      value={view}
      options={isPhone ? phoneWays : ways}
      onChange={choose}
    />
  )
})
