/** An order that was opened on this page. */
interface RecentOrder {
  orderId: number
  name: string
}

const most = 5

/** In memory alone: names are in no storage of the browser. The newest first. */
let opened: readonly RecentOrder[] = []

export function rememberRecentOrder(order: RecentOrder): void {
  opened = [order, ...opened.filter(({ orderId }) => orderId !== order.orderId)].slice(0, most)
}

export const recentOrders = (): readonly RecentOrder[] => opened

export function forgetRecentOrders(): void {
  opened = []
}
