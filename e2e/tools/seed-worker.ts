/** Simulation histories in a browser worker: returns a seed's journal as text. */
import { runSeed } from '../../src/exchange/sandbox/engine/sim/run-seed.ts'

interface Shared {
  onconnect: ((event: { readonly ports: readonly MessagePort[] }) => void) | null
}

;(globalThis as unknown as Shared).onconnect = ({ ports: [port] }) => {
  if (port === undefined) return
  port.onmessage = ({ data }: MessageEvent<number>) => port.postMessage(JSON.stringify(runSeed(data)))
}
