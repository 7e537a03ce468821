// The layout engine answers the messages of its client by itself when it is loaded in a worker.
import 'elkjs/lib/elk-worker.min.js';
