// Routes: the landing page, a game, a game for spectators, a room, a game on one screen, practice, the rule lab, the own results, and tournaments.
type Route = { kind: 'landing' | 'local' | 'practice' | 'lab' | 'results' | 'tournaments' | 'nowhere'; id?: undefined } | { kind: 'game' | 'watch' | 'room' | 'tournament'; id: string };

export function routeOf(path: string): Route {
  if (path === '/' || path === '/index.html') return { kind: 'landing' };
  const [, page] = /^\/(local|practice|lab|results|tournaments)\/?$/.exec(path) ?? [];
  if (page !== undefined) return { kind: page as 'local' | 'practice' | 'lab' | 'results' | 'tournaments' };
  const [, code] = /^\/r\/([a-z0-9]{6})\/?$/i.exec(path) ?? [];
  if (code !== undefined) return { kind: 'room', id: code.toUpperCase() };
  const [, place, id] = /^\/([gtw])\/([a-z0-9]{8})\/?$/.exec(path) ?? [];
  return id === undefined ? { kind: 'nowhere' } : { kind: place === 'w' ? 'watch' : place === 't' ? 'tournament' : 'game', id };
}

export const router = $state<{ route: Route }>({
  route: typeof location === 'undefined' ? { kind: 'landing' } : routeOf(location.pathname),
});

/** Shows a page. `state` stays with its entry in the history. */
export function go(path: string, state: unknown = null): void {
  history.pushState(state, '', path);
  router.route = routeOf(path);
  scrollTo(0, 0);
}

/** Shows the page to which a pressed link leads. With a modifier key the browser does with it what it does: opens it in a tab or a window, or saves it. */
export function follow(event: MouseEvent & { currentTarget: HTMLAnchorElement }): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  go(event.currentTarget.pathname);
}

export function followHistory(): void {
  addEventListener('popstate', () => {
    router.route = routeOf(location.pathname);
  });
}
