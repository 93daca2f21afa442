/**
 * Sockets over the simulated network, by a seed: they open late or never, die with or without a close, and lose,
 * repeat, delay or corrupt pushes; or perfect ones. Pushes may arrive before or after the answer to the POST.
 */
import { feedRequests } from '../../core/contract/feed.ts'
import type { FeedSocket, OpenSocket } from '../../core/client/feed-connection.ts'
import type { Random, VirtualTime } from './virtual-time.sim.ts'
import { z } from '../../core/domain/zod.ts'

export interface Sockets {
  /** `isAlive`: a dead tab receives nothing. */
  open(isAlive: () => boolean): OpenSocket
  push(host: string, account: string, text: string): void
  heal(): void
}

interface SocketParts {
  readonly time: VirtualTime
  readonly random: Random
  login(host: string, token: string): string | undefined
}

interface Line {
  readonly host: string
  account: string | undefined
  isOpen: boolean
  deliver(text: string): void
}

const beatMs = 5_000

export function createSockets({ time, random, login }: SocketParts): Sockets {
  let isBad = true
  const lines = new Set<Line>()
  const chance = (share: number): boolean => isBad && random() < share
  const delayMs = (): number => (isBad && random() < 0.2 ? random() * 8_000 : 2 + random() * 60)

  const open =
    (isAlive: () => boolean): OpenSocket =>
    (url, events) => {
      const host = new URL(url).hostname.replace('.test', '')
      const hear = (run: () => void): void => {
        if (isAlive()) run()
      }
      const line: Line = {
        host,
        account: undefined,
        isOpen: true,
        deliver: text => {
          time.after(delayMs(), () => hear(() => line.isOpen && events.message(text)))
        },
      }
      const die = (): void => {
        if (!line.isOpen) return
        line.isOpen = false
        lines.delete(line)
        // Without a close: the page must detect the silence.
        if (!chance(0.4)) hear(() => events.closed())
      }
      const beat = (): void => {
        if (!line.isOpen) return
        if (line.account !== undefined) line.deliver('{"heartbeat":{}}')
        time.after(beatMs, beat)
      }
      time.after(delayMs(), () => {
        if (!line.isOpen || chance(0.1)) return
        if (chance(0.15)) return die()
        lines.add(line)
        hear(() => events.opened())
        beat()
        if (chance(0.5)) time.after(random() * 40_000, die)
      })
      const socket: FeedSocket = {
        send(text) {
          const request = JSON.parse(text) as { authenticate?: unknown }
          if (!line.isOpen || request.authenticate === undefined) return
          const { credentials_secret, user_tag } = z.decode(feedRequests.authenticate, request.authenticate as never)
          const account = login(host, credentials_secret)
          if (account === undefined || chance(0.05)) {
            return line.deliver(
              JSON.stringify({ command_response: { user_tag, error_code: '3', error_text: 'refused' } }),
            )
          }
          line.account = account
          line.deliver(JSON.stringify({ command_response: { user_tag, error_code: '0' } }))
        },
        close() {
          line.isOpen = false
          lines.delete(line)
        },
      }
      return socket
    }

  return {
    open,
    push(host, account, text) {
      for (const line of lines) {
        if (line.host !== host || line.account !== account || chance(0.15)) continue
        const mangled = chance(0.05) ? text.replace(/"(quantity|executed_quantity|utc_timestamp)":"/, '"$1":"?') : text
        line.deliver(mangled)
        if (chance(0.15)) line.deliver(mangled)
      }
    },
    heal() {
      isBad = false
    },
  }
}
