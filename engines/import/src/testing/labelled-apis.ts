import { documentOf, type LabelledApi } from './labelled-api.ts';

/** An online shop: ids with matching names, a checkout, and bodies that reference earlier objects. */
const shop: LabelledApi = {
  name: 'shop',
  document: documentOf(
    'Shop',
    'uuid',
    {
      Customer: { id: 'uuid', name: '', email: 'email', createdAt: 'date-time' },
      Product: { id: 'uuid', sku: '', price: '#' },
      Cart: { id: 'uuid', customerId: 'uuid', lines: ['CartLine'] },
      CartLine: { id: 'uuid', productId: 'uuid', quantity: '#' },
      Order: { id: 'uuid', cartId: 'uuid', customerId: 'uuid', status: '', total: '#' },
      Payment: { id: 'uuid', orderId: 'uuid', amount: '#' },
    },
    [
      ['POST /customers', 'createCustomer', { body: { name: '', email: 'email' }, answer: 'Customer' }],
      ['GET /customers/{customerId}', 'getCustomer', { answer: 'Customer' }],
      ['GET /products', 'listProducts', { answer: ['Product'] }],
      ['GET /products/{productId}', 'getProduct', { answer: 'Product' }],
      ['POST /carts', 'createCart', { body: { customerId: 'uuid' }, answer: 'Cart' }],
      ['POST /carts/{cartId}/lines', 'addLine', { body: { productId: 'uuid', quantity: '#' }, answer: 'CartLine' }],
      ['DELETE /carts/{cartId}/lines/{lineId}', 'removeLine'],
      ['POST /orders', 'placeOrder', { body: { cartId: 'uuid', note: '' }, answer: 'Order' }],
      ['GET /orders/{orderId}', 'getOrder', { answer: 'Order' }],
      ['POST /orders/{orderId}/payments', 'payOrder', { body: { amount: '#' }, answer: 'Payment' }],
      ['GET /payments/{paymentId}', 'getPayment', { answer: 'Payment' }],
      ['DELETE /orders/{orderId}', 'cancelOrder'],
    ],
  ),
  links: {
    'getCustomer.customerId': ['createCustomer $.id'],
    'getProduct.productId': ['listProducts $[0].id'],
    'createCart.$.customerId': ['createCustomer $.id'],
    'addLine.cartId': ['createCart $.id'],
    'addLine.$.productId': ['listProducts $[0].id'],
    'removeLine.cartId': ['createCart $.id'],
    'removeLine.lineId': ['addLine $.id'],
    'placeOrder.$.cartId': ['createCart $.id'],
    'getOrder.orderId': ['placeOrder $.id'],
    'payOrder.orderId': ['placeOrder $.id'],
    'getPayment.paymentId': ['payOrder $.id'],
    'cancelOrder.orderId': ['placeOrder $.id'],
  },
};

/** A tracker in snake case: enveloped responses, numeric ids, path parameters that are all called id. */
const tracker: LabelledApi = {
  name: 'tracker',
  document: documentOf(
    'Tracker',
    '#',
    {
      Project: { id: '#', name: '', owner_id: '#' },
      Issue: { id: '#', project_id: '#', title: '', assignee: { id: '#', login: '' } },
      Comment: { id: '#', issue_id: '#', text: '' },
      Label: { id: '#', name: '', color: '' },
    },
    [
      ['POST /session', 'log_in', { body: { login: '', password: '' }, answer: { access_token: '', expires_in: '#' } }],
      ['GET /projects', 'list_projects', { answer: { data: ['Project'], total: '#' }, bearer: true }],
      ['POST /projects', 'create_project', { body: { name: '' }, answer: { data: 'Project' }, bearer: true }],
      ['GET /projects/{id}', 'show_project', { answer: { data: 'Project' }, bearer: true }],
      ['POST /projects/{id}/issues', 'create_issue', { body: { title: '' }, answer: { data: 'Issue' }, bearer: true }],
      ['GET /issues/{id}', 'show_issue', { answer: { data: 'Issue' }, bearer: true }],
      [
        'POST /issues/{id}/comments',
        'create_comment',
        { body: { text: '' }, answer: { data: 'Comment' }, bearer: true },
      ],
      ['PATCH /comments/{id}', 'edit_comment', { body: { text: '' }, answer: { data: 'Comment' }, bearer: true }],
      ['GET /labels', 'list_labels', { answer: { data: ['Label'] }, bearer: true }],
      ['PUT /issues/{id}/labels/{label_id}', 'put_label', { bearer: true }],
      ['DELETE /issues/{id}', 'delete_issue', { bearer: true }],
      ['DELETE /projects/{id}', 'delete_project', { bearer: true }],
    ],
  ),
  links: {
    ...Object.fromEntries(
      [
        'list_projects',
        'create_project',
        'show_project',
        'create_issue',
        'show_issue',
        'create_comment',
        'edit_comment',
        'list_labels',
        'put_label',
        'delete_issue',
        'delete_project',
      ].map((operation) => [`${operation}.token`, ['log_in $.access_token']]),
    ),
    'show_project.id': ['create_project $.data.id', 'list_projects $.data[0].id'],
    'create_issue.id': ['create_project $.data.id', 'list_projects $.data[0].id'],
    'show_issue.id': ['create_issue $.data.id'],
    'create_comment.id': ['create_issue $.data.id'],
    'edit_comment.id': ['create_comment $.data.id'],
    'put_label.id': ['create_issue $.data.id'],
    'put_label.label_id': ['list_labels $.data[0].id'],
    'delete_issue.id': ['create_issue $.data.id'],
    'delete_project.id': ['create_project $.data.id', 'list_projects $.data[0].id'],
  },
};

/** A clinic: schemas named by their use, nested resources, references in bodies prefixed with a role. */
const clinic: LabelledApi = {
  name: 'clinic',
  document: documentOf(
    'Clinic',
    '',
    {
      PatientResponse: { patientId: '', familyName: '', born: 'date' },
      DoctorDto: { doctorId: '', speciality: '' },
      AppointmentResponse: { appointmentId: '', patientId: '', doctorId: '', startsAt: 'date-time' },
      PrescriptionResponse: { prescriptionId: '', drug: '', dose: '' },
    },
    [
      ['GET /doctors', 'findDoctors', { answer: { items: ['DoctorDto'] } }],
      ['POST /patients', 'registerPatient', { body: { familyName: '', born: 'date' }, answer: 'PatientResponse' }],
      ['GET /patients/{patientId}', 'patient', { answer: 'PatientResponse' }],
      [
        'POST /appointments',
        'bookAppointment',
        { body: { patientId: '', doctorId: '', startsAt: 'date-time' }, answer: 'AppointmentResponse' },
      ],
      ['GET /appointments', 'appointmentsOf', { query: ['patientId'], answer: { items: ['AppointmentResponse'] } }],
      [
        'PUT /appointments/{appointmentId}',
        'moveAppointment',
        { body: { startsAt: 'date-time' }, answer: 'AppointmentResponse' },
      ],
      [
        'POST /appointments/{appointmentId}/prescriptions',
        'prescribe',
        { body: { drug: '', dose: '' }, answer: 'PrescriptionResponse' },
      ],
      ['GET /patients/{patientId}/prescriptions/{prescriptionId}', 'prescription', { answer: 'PrescriptionResponse' }],
      ['DELETE /patients/{patientId}', 'forgetPatient'],
    ],
  ),
  links: {
    'patient.patientId': ['registerPatient $.patientId'],
    'bookAppointment.$.patientId': ['registerPatient $.patientId'],
    'bookAppointment.$.doctorId': ['findDoctors $.items[0].doctorId'],
    'appointmentsOf.patientId': ['registerPatient $.patientId'],
    'moveAppointment.appointmentId': ['bookAppointment $.appointmentId'],
    'prescribe.appointmentId': ['bookAppointment $.appointmentId'],
    'prescription.patientId': ['registerPatient $.patientId'],
    'prescription.prescriptionId': ['prescribe $.prescriptionId'],
    'forgetPatient.patientId': ['registerPatient $.patientId'],
  },
};

/** A library: keys that aren't ids, and a value that no operation produces. */
const library: LabelledApi = {
  name: 'library',
  document: documentOf(
    'Library',
    '',
    {
      Book: { isbn: '', title: '', author: { id: '', name: '' } },
      Member: { memberNumber: '', name: '' },
      Loan: { id: '', isbn: '', memberNumber: '', dueOn: 'date' },
    },
    [
      ['GET /books', 'searchBooks', { answer: { results: ['Book'] } }],
      ['GET /books/{isbn}', 'bookByIsbn', { answer: 'Book' }],
      ['GET /authors/{authorId}', 'author', { answer: { id: '', name: '' } }],
      ['POST /members', 'joinLibrary', { body: { name: '' }, answer: 'Member' }],
      ['GET /members/{memberNumber}', 'member', { answer: 'Member' }],
      ['POST /loans', 'lend', { body: { isbn: '', memberNumber: '' }, answer: 'Loan' }],
      ['POST /loans/{id}/return', 'giveBack', { answer: 'Loan' }],
      ['GET /branches/{branchCode}', 'branch', { answer: { branchCode: '', city: '' } }],
    ],
  ),
  links: {
    'bookByIsbn.isbn': ['searchBooks $.results[0].isbn'],
    'author.authorId': ['searchBooks $.results[0].author.id', 'bookByIsbn $.author.id'],
    'member.memberNumber': ['joinLibrary $.memberNumber'],
    'lend.$.isbn': ['searchBooks $.results[0].isbn'],
    'lend.$.memberNumber': ['joinLibrary $.memberNumber'],
    'giveBack.id': ['lend $.id'],
  },
};

/** A cloud: nested resources, versions in the address, a long-running operation that is polled. */
const cloud: LabelledApi = {
  name: 'cloud',
  document: documentOf(
    'Cloud',
    '',
    {
      Organization: { slug: '', displayName: '' },
      Cluster: { uid: '', name: '', region: '' },
      NodePool: { uid: '', size: '#' },
      Operation: { operationId: '', state: '', clusterUid: '' },
    },
    [
      ['GET /v1/organizations', 'ListOrganizations', { answer: { organizations: ['Organization'] } }],
      [
        'POST /v1/organizations/{organizationSlug}/clusters',
        'CreateCluster',
        { body: { name: '', region: '' }, answer: { cluster: 'Cluster', operation: 'Operation' } },
      ],
      ['GET /v1/organizations/{organizationSlug}/clusters/{clusterUid}', 'GetCluster', { answer: 'Cluster' }],
      ['GET /v1/operations/{operationId}', 'GetOperation', { answer: 'Operation' }],
      [
        'POST /v1/organizations/{organizationSlug}/clusters/{clusterUid}/node-pools',
        'CreateNodePool',
        { body: { size: '#' }, answer: 'NodePool' },
      ],
      [
        'DELETE /v1/organizations/{organizationSlug}/clusters/{clusterUid}/node-pools/{nodePoolUid}',
        'DeleteNodePool',
        { answer: 'Operation' },
      ],
      ['DELETE /v1/organizations/{organizationSlug}/clusters/{clusterUid}', 'DeleteCluster', { answer: 'Operation' }],
      ['GET /v1/health', 'Health', { answer: { id: '', status: '' } }],
    ],
  ),
  links: {
    ...Object.fromEntries(
      ['CreateCluster', 'GetCluster', 'CreateNodePool', 'DeleteNodePool', 'DeleteCluster'].map((operation) => [
        `${operation}.organizationSlug`,
        ['ListOrganizations $.organizations[0].slug'],
      ]),
    ),
    ...Object.fromEntries(
      ['GetCluster', 'CreateNodePool', 'DeleteNodePool', 'DeleteCluster'].map((operation) => [
        `${operation}.clusterUid`,
        ['CreateCluster $.cluster.uid', 'CreateCluster $.operation.clusterUid'],
      ]),
    ),
    'GetOperation.operationId': ['CreateCluster $.operation.operationId'],
    'DeleteNodePool.nodePoolUid': ['CreateNodePool $.uid'],
  },
};

/** The usual pet store: the client chooses the id, and responses repeat it. */
const pets: LabelledApi = {
  name: 'pets',
  document: documentOf(
    'Pets',
    '#',
    {
      Pet: { id: '#', category: { id: '#', name: '' }, name: '', tags: [{ id: '#', name: '' }], status: '' },
      Order: { id: '#', petId: '#', quantity: '#', complete: '?' },
      User: { id: '#', username: '', email: '' },
    },
    [
      ['POST /pet', 'addPet', { body: 'Pet', answer: 'Pet' }],
      ['GET /pet/{petId}', 'getPetById', { answer: 'Pet' }],
      ['DELETE /pet/{petId}', 'deletePet'],
      ['POST /store/order', 'placeOrder', { body: { petId: '#', quantity: '#' }, answer: 'Order' }],
      ['GET /store/order/{orderId}', 'getOrderById', { answer: 'Order' }],
      ['DELETE /store/order/{orderId}', 'deleteOrder'],
      ['POST /user', 'createUser', { body: 'User', answer: 'User' }],
      ['GET /user/{username}', 'getUserByName', { answer: 'User' }],
      ['DELETE /user/{username}', 'deleteUser'],
    ],
  ),
  links: {
    'getPetById.petId': ['addPet $.id'],
    'deletePet.petId': ['addPet $.id'],
    'placeOrder.$.petId': ['addPet $.id'],
    'getOrderById.orderId': ['placeOrder $.id'],
    'deleteOrder.orderId': ['placeOrder $.id'],
    'getUserByName.username': ['createUser $.username'],
    'deleteUser.username': ['createUser $.username'],
  },
};

/** A cinema: schemas named after operations, envelopes with a message, a token that is renewed. */
const cinema: LabelledApi = {
  name: 'cinema',
  document: documentOf(
    'Cinema',
    '',
    {
      RegisterResponse: { message: '', data: { user_id: '' } },
      LoginResponse: { message: '', data: { access_token: '', refresh_token: '' } },
      CreateMovieResponse: { message: '', data: { id: '', title: '', created_at: 'date-time' } },
      MovieListItem: { id: '', title: '', status: '' },
      GetAllMoviesResponse: { data: { items: ['MovieListItem'], total: '#' } },
      CreateScreenResponse: { message: '', data: { id: '', name: '' } },
      CreateShowtimeResponse: { message: '', data: { id: '', movie_id: '', screen_id: '' } },
      CreateBookingResponse: { data: { id: '', payment: { intent_id: '' } } },
    },
    [
      ['POST /auth/register', 'register', { body: { email: 'email', password: '' }, answer: 'RegisterResponse' }],
      ['POST /auth/login', 'login', { body: { email: 'email', password: '' }, answer: 'LoginResponse' }],
      ['POST /auth/refresh', 'refresh', { body: { refresh_token: '' }, answer: 'LoginResponse' }],
      ['POST /movies', 'createMovie', { body: { title: '' }, answer: 'CreateMovieResponse', bearer: true }],
      ['GET /movies', 'getAllMovies', { answer: 'GetAllMoviesResponse', bearer: true }],
      ['PATCH /movies/{id}/status', 'changeMovieStatus', { body: { status: '' }, bearer: true }],
      ['POST /screens', 'createScreen', { body: { name: '' }, answer: 'CreateScreenResponse', bearer: true }],
      [
        'POST /showtimes',
        'createShowtime',
        { body: { movie_id: '', screen_id: '', start: 'date-time' }, answer: 'CreateShowtimeResponse', bearer: true },
      ],
      [
        'POST /bookings',
        'createBooking',
        { body: { showtime_id: '', seat_number: '' }, answer: 'CreateBookingResponse', bearer: true },
      ],
      ['GET /bookings/{bookingId}/tickets', 'tickets', { answer: { data: [{ ticket_number: '' }] }, bearer: true }],
    ],
  ),
  links: {
    ...Object.fromEntries(
      [
        'createMovie',
        'getAllMovies',
        'changeMovieStatus',
        'createScreen',
        'createShowtime',
        'createBooking',
        'tickets',
      ].map((operation) => [`${operation}.token`, ['login $.data.access_token', 'refresh $.data.access_token']]),
    ),
    'refresh.$.refresh_token': ['login $.data.refresh_token'],
    'changeMovieStatus.id': ['createMovie $.data.id', 'getAllMovies $.data.items[0].id'],
    'createShowtime.$.movie_id': ['createMovie $.data.id', 'getAllMovies $.data.items[0].id'],
    'createShowtime.$.screen_id': ['createScreen $.data.id'],
    'createBooking.$.showtime_id': ['createShowtime $.data.id'],
    'tickets.bookingId': ['createBooking $.data.id'],
  },
};

/** Trains: parameters whose meaning is only in their description. */
const trains: LabelledApi = {
  name: 'trains',
  document: documentOf(
    'Trains',
    'uuid',
    {
      Station: { id: 'uuid', name: '', country_code: '' },
      Trip: { id: 'uuid', origin: '', destination: '', price: '#' },
      Booking: { id: 'uuid', trip_id: 'uuid', passenger_name: '' },
      BookingPayment: { id: 'uuid', amount: '#', currency: '' },
    },
    [
      ['GET /stations', 'get-stations', { answer: { data: ['Station'] } }],
      [
        'GET /trips',
        'get-trips',
        {
          query: [
            'origin: The ID of the origin station',
            'destination: The ID of the destination station',
            'date: When to travel',
          ],
          answer: { data: ['Trip'] },
        },
      ],
      ['GET /bookings', 'get-bookings', { answer: { data: ['Booking'] } }],
      ['POST /bookings', 'create-booking', { body: { trip_id: 'uuid', passenger_name: '' }, answer: 'Booking' }],
      ['GET /bookings/{bookingId}', 'get-booking', { answer: 'Booking' }],
      [
        'POST /bookings/{bookingId}/payment',
        'create-booking-payment',
        { body: { amount: '#', currency: '' }, answer: 'BookingPayment' },
      ],
      ['DELETE /bookings/{bookingId}', 'delete-booking'],
    ],
  ),
  links: {
    'get-trips.origin': ['get-stations $.data[0].id'],
    'get-trips.destination': ['get-stations $.data[0].id'],
    'create-booking.$.trip_id': ['get-trips $.data[0].id'],
    'get-booking.bookingId': ['create-booking $.id', 'get-bookings $.data[0].id'],
    'create-booking-payment.bookingId': ['create-booking $.id', 'get-bookings $.data[0].id'],
    'delete-booking.bookingId': ['create-booking $.id', 'get-bookings $.data[0].id'],
  },
};

/** labelledApis are documents of eight kinds of APIs with all their links. */
export const labelledApis: readonly LabelledApi[] = [shop, tracker, clinic, library, cloud, pets, cinema, trains];
