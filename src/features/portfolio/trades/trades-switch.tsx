/** Trades that are open, or those that are over. */
import { memo } from 'react'
import { useCommands } from '../../../ui/commands/use-commands.ts'
import { Segmented } from '../../../ui/controls/segmented.tsx'

export type TradesShown = 'open' | 'closed'

const options = [
  { value: 'open', label: 'Open', hint: 'Trades of which something is still held' },
  { value: 'closed', label: 'Closed', hint: 'Trades that are over, with what they realised' },
] as const satisfies readonly { value: TradesShown; label: string; hint: string }[]

interface TradesSwitchProps {
  readonly shown: TradesShown
  readonly choose: (shown: TradesShown) => void
}

export const TradesSwitch = memo(function TradesSwitch({ shown, choose }: TradesSwitchProps) {
  const next = shown === 'open' ? 'closed' : 'open'
  useCommands([{ id: 'portfolio.trades.closed', name: `Show ${next} trades`, group: 'Portfolio', run: () => choose(next) }])
  return <Segmented<TradesShown> label="Trades" hideLabel size="sm" value={shown} options={options} onChange={choose} />
})
