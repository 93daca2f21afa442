import { firmMarket } from '../../../../core/domain/order.ts'
import type { AppliedCommand, Command, ExchangeEvent } from '../../exchange.ts'
import type { ShownToAll } from './accounts-book.ts'

export class Tally {
  readonly counts = new Map<string, number>()

  add(name: string): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + 1)
  }

  note(command: Command, { outcome, events, at }: AppliedCommand, had: ShownToAll): void {
    this.add(outcome.kind === 'cancelled_all' && outcome.orders.length === 0 ? 'nothing to cancel' : outcome.kind)
    if (outcome.kind === 'rejected') this.add(`rejected: ${outcome.rejected.reason}`)
    if (command.kind === 'place' && command.offered !== undefined && outcome.kind === 'accepted')
      this.add('offered a part')
    for (const event of events) this.#noteEvent(event, command, at, had)
  }

  #noteEvent(event: ExchangeEvent, command: Command, at: number, had: ShownToAll): void {
    switch (event.kind) {
      case 'order_ended': {
        const { order, reason } = event
        this.add(`${order.market_id === firmMarket ? 'order' : 'RFQ'} ended: ${reason}`)
        if (reason === 'timeout' && order.executions.length > 0) this.add('order ended partly filled')
        return
      }
      case 'order_accepted':
        if (command.kind === 'tick' && event.at === at) this.add('liquidation order')
        return
      case 'execution': {
        if (event.order.order_state === 'partial_fill') this.add('partial fill')
        if (event.order.legs !== undefined) this.add('package traded')
        if (command.kind === 'tick' && event.order.executions[event.index]?.liquidity_flag === 'added')
          this.add('resting order met at a tick')
        return
      }
      case 'trade': {
        const { buyer, seller } = event.trade
        if (buyer === seller) this.add('trade with oneself')
        else if (buyer.startsWith('@dealer') || seller.startsWith('@dealer')) this.add('trade with a dealer')
        else this.add(buyer.startsWith('@') || seller.startsWith('@') ? 'trade with a maker' : 'trade between clients')
        return
      }
      case 'settled': {
        this.add('settled')
        const base = event.symbol.split('-')[0] ?? ''
        if (had.get(event.account)?.positions.some(({ symbol }) => symbol.startsWith(`${base}-`)) === true)
          this.add('settled with other legs open')
        return
      }
      case 'funded':
        this.add('funded')
        return
      default:
        event satisfies never
    }
  }
}
