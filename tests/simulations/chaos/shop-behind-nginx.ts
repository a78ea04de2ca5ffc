import { findFreePort } from '../../support/processes/free-port.ts'
import { startNginx } from '../../support/processes/nginx.ts'
import { openShop, type ShopOptions } from './shop-processes.ts'

export type ShopBehindNginx = Awaited<ReturnType<typeof openShopBehindNginx>>

/** Three servers behind the published nginx.conf, of the present build unless another is given. */
export async function openShopBehindNginx(options: Partial<ShopOptions> = {}) {
  const port = await findFreePort()
  const ports = [await findFreePort(), await findFreePort(), await findFreePort()]
  const [first = '', second = '', third = ''] = ports.map((each) => `127.0.0.1:${each}`)
  const nginx = await startNginx({
    LISTEN: `127.0.0.1:${port}`,
    SERVER_NAME: '127.0.0.1',
    SERVER_1: first,
    SERVER_2: second,
    SERVER_3: third,
  })
  // The buyers stand for a CDN, which tells nginx whom it speaks for.
  const shop = await openShop({
    ports,
    backendUrl: `http://127.0.0.1:${port}`,
    env: { TRUST_PROXY: '2' },
    ...options,
  }).catch(async (error) => {
    await nginx.stop()
    throw error
  })
  return {
    ...shop,
    nginxLog: nginx.log,
    async close() {
      await shop.close()
      await nginx.stop()
    },
  }
}
