/**
 * onStop calls `stop` on the first Ctrl C (or SIGTERM) and ends the program on the second; returns a function that
 * removes the handler.
 */
export function onStop(stop: () => void): () => void {
  let isAsked = false;
  const listen = () => {
    if (isAsked) process.exit(130);
    isAsked = true;
    stop();
  };
  process.on('SIGINT', listen);
  process.on('SIGTERM', listen);
  return () => {
    process.off('SIGINT', listen);
    process.off('SIGTERM', listen);
  };
}
