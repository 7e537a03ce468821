/** onStop calls `stop` at the first Ctrl C (or a request of the system to end) and ends the program at the second; answers how to undo it. */
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
