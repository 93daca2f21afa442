/** Who asks, behind the proxies of this machine and of its own networks: what one of those says of whom it asks for is believed, and no other word. */
import { BlockList, isIP } from 'node:net'
import { peerOf } from './listen.ts'

export const forwardedHeader = 'x-forwarded-for'

const own = new BlockList()
for (const [net, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  own.addSubnet(net, bits, 'ipv4')
own.addAddress('::1', 'ipv6')
own.addSubnet('fc00::', 7, 'ipv6')

/** IPv4 addresses as such, also where a socket names them as IPv6. */
const plain = (address: string): string => address.trim().replace(/^::ffff:(?=\d+\.)/i, '')
const isOwn = (address: string): boolean => isIP(address) !== 0 && own.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Its address; undefined for a request that came by no socket. */
export function clientOf(request: Request, peer = peerOf(request)): string | undefined {
  if (peer === undefined || !isOwn(plain(peer))) return peer
  const named = plain(request.headers.get(forwardedHeader)?.split(',').at(-1) ?? '')
  return isIP(named) === 0 ? peer : named
}
